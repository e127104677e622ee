//! Frames: how continuations are kept while a function that returns to them runs. Everything
//! that would change with another way of keeping them is here, in `frame.rs` of code generation
//! and in `cont` of the runtime.

use super::emit::Emit;
use super::nodes::NodeId;
use super::packed::Records;
use super::path::Path;
use super::plan::Key;
use super::shared::WIDE;
use base::{Pos, bug};
use flow::{Atom, Cluster, ClusterKind, FlowOp, Frames, Kind, Var};

/// Most fields of a frame besides its link.
fn most_fields(frames: Frames) -> usize {
    match frames {
        Frames::Heap => abi::LAYOUT_FIELDS - 1,
        Frames::Stack => abi::STACK_FIELDS,
    }
}

impl Emit<'_> {
    /// The variables in a frame of a continuation besides its link, continuations first; and those
    /// in records.
    pub(super) fn frame_vars(&self, id: NodeId) -> (Vec<Var>, Records) {
        let top = self.tops.top(self.nodes, id);
        let live = self.live.vars[id].iter().filter(|v| **v != top);
        let (conts, values): (Vec<cps::Var>, Vec<cps::Var>) =
            live.partition(|v| self.nodes.is_cont[**v]);
        let [mut fields, mut values] =
            [conts, values].map(|vars| vars.into_iter().map(|v| Var(v.0)).collect::<Vec<Var>>());
        if values.len() > WIDE {
            return (fields, Records { shared: values, packed: Vec::new() });
        }
        let packed = self.packed.groups(self.nodes, id, &values);
        values.retain(|v| !packed.iter().any(|group| group.contains(v)));
        fields.extend(values);
        (fields, Records { shared: Vec::new(), packed })
    }

    /// The beginning of code that has a frame: it is popped, and what is live is loaded.
    pub(super) fn enter_frame(&mut self, key: Key, cluster: &mut Cluster, path: &mut Path) {
        let (Key::Fun(id) | Key::Frame(id) | Key::Block(id)) = key;
        let node = &self.nodes.nodes[id];
        let frame = self.fresh("frame", Kind::Cont);
        let top = self.tops.top(self.nodes, id);
        let link = Var(top.0);
        let mut params: Vec<Var> = node.params.iter().map(|p| Var(p.0)).collect();
        let origin = match params[..] {
            [_, origin] if key == Key::Frame(id) && self.nodes.handlers.contains(&id) => {
                Some(origin)
            }
            _ => None,
        };
        let (mut fields, records) = self.frame_vars(id);
        let roots = self.roots_of(&records);
        if roots.is_empty() {
            cluster.places = self.places.of_fields(&fields);
        }
        fields.extend(&roots);
        cluster.kind = ClusterKind::Cont;
        cluster.k = Some(frame);
        // The frame is popped first: a spilled result is loaded after.
        cluster.fields =
            self.load_fields(&fields, most_fields(self.tops.frames), path, |path, dst| {
                path.op(
                    [link].into_iter().chain(dst).collect(),
                    FlowOp::Pop,
                    vec![Atom::Var(frame)],
                    Pos::NONE,
                );
            });
        self.find_behind(top, path);
        self.load_records(&roots, &records, path);
        if let Some(origin) = origin {
            // A raise gives the two components.
            let parts = [self.fresh("site", Kind::Ptr), self.fresh("raised", Kind::Cont)];
            params.splice(1.., parts);
            let parts = parts.map(Atom::Var).to_vec();
            path.op(vec![origin], FlowOp::Origin, parts, Pos::NONE);
        }
        cluster.params = self.unpack_params(params, path);
    }

    /// Binds the frames behind the last one.
    pub(super) fn find_behind(&mut self, top: cps::Var, path: &mut Path) {
        let mut last = top;
        for behind in self.tops.behind(top) {
            let Some(handler) = self.nodes.of[last] else { bug!("{last:?} is no handler") };
            let code = self.clusters[&Key::Frame(handler)];
            let frame = vec![Atom::Var(Var(last.0))];
            path.op(vec![Var(behind.0)], FlowOp::Link(code), frame, Pos::NONE);
            last = behind;
        }
    }

    /// `sethandler k`.
    pub(super) fn set_handler(&mut self, k: cps::Var, path: &mut Path) {
        let installed = self.tops.reaches(self.top, k);
        let handler = if installed { Atom::Var(Var(k.0)) } else { self.cont(k, path) };
        path.op(vec![], FlowOp::SetHandler, vec![handler], Pos::NONE);
        self.top = self.tops.after_setting(k, self.top);
    }

    /// A continuation as a value: itself, or a frame of it.
    pub(super) fn cont(&mut self, k: cps::Var, path: &mut Path) -> Atom {
        let Some(id) = self.nodes.of[k] else { return Atom::Var(Var(k.0)) };
        if let Some((_, frame)) = self.frames.iter().rev().find(|(node, _)| *node == id) {
            return Atom::Var(*frame);
        }
        // The code that is guarded by a handler knows its frame by name.
        let frame = match self.tops.installed_in.contains_key(&k) {
            true => Var(k.0),
            false => self.fresh("frame", Kind::Cont),
        };
        self.push(id, Key::Frame(id), frame, path);
        self.frames.push((id, frame));
        Atom::Var(frame)
    }

    /// Pushes the frame of a cluster that begins with this piece of code.
    pub(super) fn push(&mut self, id: NodeId, key: Key, frame: Var, path: &mut Path) {
        let (fields, records) = self.frame_vars(id);
        let mut fields: Vec<Atom> = fields.into_iter().map(Atom::Var).collect();
        fields.extend(self.make_records(&records, path));
        let mut args = vec![Atom::Var(Var(self.top.0))];
        args.extend(self.store_fields(fields, most_fields(self.tops.frames), path));
        let pos = self.nodes.nodes[id].pos;
        path.op(vec![frame], FlowOp::Push(self.clusters[&key]), args, pos);
    }
}
