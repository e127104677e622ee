//! Records that pieces of code share, for what they need from outside if that is much.
//!
//! A piece of code that needs hundreds of variables would be passed a copy of all of them,
//! and so would the next: lowering and LLVM would do quadratic work. So such variables are in
//! groups, which are the same everywhere. What a piece of code needs of a group is in one
//! record, and a record of these records is passed. Code that goes on to a piece that needs
//! the same of a group passes on the record that it got.
//!
//! A record holds exactly the variables of its group that are live, so this is as safe for
//! space as flat frames are.

use super::emit::Emit;
use super::live::Live;
use super::nodes::Nodes;
use super::path::Path;
use base::SecondaryMap;
use flow::walk::{bodies, vars};
use flow::{Atom, Body, FlowOp, Kind, Let, Var};
use rustc_hash::FxHashMap;

/// Most values that are passed one by one.
pub(super) const WIDE: usize = 64;

/// How many variables there are in a group: a record of them is allocated in line.
const GROUP: usize = 64;

/// The group of each variable that some wide piece of code needs. Groups are consecutive
/// variables.
pub(super) struct Groups(SecondaryMap<Var, usize>);

impl Groups {
    /// Puts variables into groups.
    pub(super) fn of(nodes: &Nodes<'_>, live: &Live) -> Groups {
        let mut shared: Vec<cps::Var> = Vec::new();
        for id in nodes.nodes.keys().filter(|id| live.vars[*id].len() > WIDE) {
            shared.extend(&live.vars[id]);
        }
        shared.sort_unstable();
        shared.dedup();
        let mut groups = SecondaryMap::new();
        for (i, var) in shared.into_iter().enumerate() {
            groups[Var(var.0)] = i / GROUP;
        }
        Groups(groups)
    }

    fn split(&self, vars: &[Var]) -> Vec<Vec<Var>> {
        vars.chunk_by(|a, b| self.0[*a] == self.0[*b]).map(<[Var]>::to_vec).collect()
    }
}

impl Emit<'_> {
    /// The record of the records of some variables.
    pub(super) fn share(&mut self, vars: &[Var], path: &mut Path) -> Atom {
        let groups = self.groups.split(vars).into_iter();
        let records: Vec<Atom> = groups
            .map(|group| self.record("group", group.into_iter().map(Atom::Var).collect(), path))
            .collect();
        self.record("shared", records, path)
    }

    /// Binds what [`Emit::share`] stored.
    pub(super) fn load_shared(&mut self, record: Var, vars: &[Var], path: &mut Path) {
        let groups = self.groups.split(vars);
        let records: Vec<Var> = groups.iter().map(|_| self.fresh("group", Kind::Ref)).collect();
        self.load_record(record, &records, path);
        for (record, group) in records.into_iter().zip(groups) {
            self.load_record(record, &group, path);
        }
    }
}

/// Moves loads of a body to where their results are first used, and drops those that are
/// not: code seldom uses all that it passes on.
pub(super) fn sink_loads(body: &mut Body) {
    let lets = std::mem::take(&mut body.lets);
    let end = lets.len();
    let mut first: FxHashMap<Var, usize> = FxHashMap::default();
    let mut use_at = |var: Var, at: usize| {
        first.entry(var).and_modify(|first| *first = at.min(*first)).or_insert(at);
    };
    for (i, binding) in lets.iter().enumerate().filter(|(_, binding)| !is_load(binding)) {
        match binding {
            Let::Op { args, .. } => vars(args).for_each(|v| use_at(v, i)),
            Let::Funs(funs) => {
                funs.iter().for_each(|fun| each_use(&fun.body, &mut |v| use_at(v, i)));
            }
        }
    }
    // Without its bindings, the body is its tail.
    each_use(body, &mut |v| use_at(v, end));
    let mut sunk: Vec<Vec<Let>> = (0..=end).map(|_| Vec::new()).collect();
    for (i, binding) in lets.into_iter().enumerate().rev() {
        let at = match &binding {
            Let::Op { dst, args, .. } if is_load(&binding) => {
                let at = dst.iter().filter_map(|v| first.get(v)).min().copied();
                let Some(at) = at else { continue };
                for var in vars(args) {
                    first.entry(var).and_modify(|first| *first = at.min(*first)).or_insert(at);
                }
                at
            }
            Let::Op { .. } | Let::Funs(_) => i,
        };
        sunk[at].push(binding);
    }
    body.lets = sunk.into_iter().flat_map(|lets| lets.into_iter().rev()).collect();
}

fn is_load(binding: &Let) -> bool {
    matches!(binding, Let::Op { op: FlowOp::Load { mutable: false, .. }, .. })
}

fn each_use(body: &Body, f: &mut dyn FnMut(Var)) {
    for node in bodies(body) {
        for binding in &node.body.lets {
            if let Let::Op { args, .. } = binding {
                vars(args).for_each(&mut *f);
            }
        }
        vars(node.body.tail.operands()).for_each(&mut *f);
    }
}
