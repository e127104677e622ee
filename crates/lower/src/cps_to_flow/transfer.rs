//! The two ways on from a piece of code: a call of a function, and a jump to a continuation of the same
//! function.

use super::emit::Emit;
use super::live::Mode;
use super::nodes::NodeId;
use super::path::Path;
use super::plan::Key;
use base::Pos;
use flow::{Atom, Kind, Tail, Target, Var};

impl Emit<'_> {
    /// The last frame as a block is given it, if it is.
    pub(super) fn last_frame(&self, id: NodeId) -> Option<Var> {
        let top = self.tops.top(self.nodes, id);
        self.live.vars[id].contains(&top).then_some(Var(top.0))
    }

    /// Calls a function.
    pub(super) fn call(
        &mut self,
        fun: &cps::Atom,
        args: &[cps::Atom],
        k: cps::Var,
        pos: Pos,
        path: &mut Path,
    ) -> Tail {
        let mut args = self.atoms(args);
        let mut clos = None;
        let target = match fun {
            cps::Atom::Var(f) => match (self.nodes.of[*f], self.imports[*f]) {
                (Some(id), _) => {
                    if self.live.has_fields(id) {
                        clos = Some(Atom::Var(Var(f.0)));
                    } else if self.live.mode[id] == Some(Mode::Lifted) {
                        args.extend(self.live.vars[id].iter().map(|v| Atom::Var(Var(v.0))));
                    }
                    Target::Cluster(self.clusters[&Key::Fun(id)])
                }
                (None, Some(import)) => Target::Import(import),
                (None, None) => Target::Unknown(self.atom(fun)),
            },
            cps::Atom::Const(_) => Target::Unknown(self.atom(fun)),
        };
        let args = self.pack(args, path);
        let k = self.cont(k, path);
        Tail::Apply { target, clos, args, k: Some(k), pos }
    }

    /// Goes on with a continuation of this function.
    pub(super) fn go_to(&mut self, id: NodeId, args: Vec<Atom>, path: &mut Path) -> Tail {
        // From outside of a loop that is a cluster, its own variables are other ones.
        let again = || self.nodes.again[id].contains(&self.node);
        if let Some(local) = self.locals[id]
            && self.plan.key[id] == Some(self.cluster)
            && (self.cluster != Key::Block(id) || again())
        {
            return Tail::Jump { fun: local, args };
        }
        if self.places.blocks.contains(&id) {
            let frame = self.fresh("frame", Kind::Cont);
            self.push(id, Key::Block(id), frame, path);
            return Tail::Throw { k: Atom::Var(frame), args: self.pack(args, path) };
        }
        let node = &self.nodes.nodes[id];
        let mut own = args.into_iter();
        let (params, records) = self.block_params(id);
        let args = params.iter().map(|p| match node.params.contains(&cps::Var(p.0)) {
            true => own.next().unwrap_or(Atom::Var(*p)),
            false => Atom::Var(*p),
        });
        let mut args: Vec<Atom> = args.collect();
        args.extend(self.make_records(&records, path));
        let args = self.pack(args, path);
        let k = self.last_frame(id).map(Atom::Var);
        Tail::Apply {
            target: Target::Cluster(self.clusters[&Key::Block(id)]),
            clos: None,
            args,
            k,
            pos: Pos::NONE,
        }
    }
}
