//! Records that pieces of code share, for what they need from outside if that is much.
//!
//! A piece of code that needs hundreds of variables would be passed a copy of all of them,
//! and so would the next: lowering and LLVM would do quadratic work. So such variables are
//! numbered, and stand in a tree of records by their numbers. Code that goes on to a piece
//! that needs the same variables below a node of the tree passes on the record that it got.
//!
//! The records hold exactly the variables that are live, so this is as safe for space as flat
//! frames are.

use super::emit::Emit;
use super::live::Live;
use super::nodes::Nodes;
use super::path::Path;
use base::SecondaryMap;
use flow::walk::vars;
use flow::{Atom, Body, FlowOp, Kind, Let, Var};
use rustc_hash::FxHashMap;

/// Most values that are passed one by one.
pub(super) const WIDE: usize = 64;

/// Most fields of a record of the tree.
const FIELDS: usize = 16;

/// The number of each variable that some wide piece of code needs. Variables in a row have
/// numbers in a row.
pub(super) struct Numbers(SecondaryMap<Var, usize>);

impl Numbers {
    /// Numbers the variables.
    pub(super) fn of(nodes: &Nodes<'_>, live: &Live) -> Numbers {
        let mut shared: Vec<cps::Var> = Vec::new();
        for id in nodes.nodes.keys().filter(|id| live.vars[*id].len() > WIDE) {
            shared.extend(&live.vars[id]);
        }
        shared.sort_unstable();
        shared.dedup();
        let mut numbers = SecondaryMap::new();
        for (i, var) in shared.into_iter().enumerate() {
            numbers[Var(var.0)] = i;
        }
        Numbers(numbers)
    }

    fn level(&self, vars: &[Var]) -> Level {
        vars.iter().map(|v| (self.0[*v], *v)).collect()
    }
}

/// Variables and records of one level of a tree, by their numbers, ascending.
type Level = Vec<(usize, Var)>;

/// The parts of a level that are in one record each; one alone stays itself.
fn groups(level: &Level) -> impl Iterator<Item = (usize, Vec<Var>)> {
    let same = |a: &(usize, Var), b: &(usize, Var)| a.0 / FIELDS == b.0 / FIELDS;
    let vars = |group: &[(usize, Var)]| group.iter().map(|(_, var)| *var).collect();
    level.chunk_by(same).map(move |group| (group[0].0 / FIELDS, vars(group)))
}

impl Emit<'_> {
    /// The root of the tree of some variables.
    pub(super) fn share(&mut self, vars: &[Var], path: &mut Path) -> Atom {
        let mut level = self.numbers.level(vars);
        while level.len() > FIELDS {
            let above = groups(&level).map(|(number, group)| match group[..] {
                [alone] => (number, alone),
                _ => (number, self.record("shared", group, path)),
            });
            level = above.collect();
        }
        let top = level.into_iter().map(|(_, var)| var).collect();
        Atom::Var(self.record("shared", top, path))
    }

    /// Binds what [`Emit::share`] stored.
    pub(super) fn load_shared(&mut self, root: Var, vars: &[Var], path: &mut Path) {
        let mut level = self.numbers.level(vars);
        let mut records: Vec<(Var, Vec<Var>)> = Vec::new();
        while level.len() > FIELDS {
            let above = groups(&level).map(|(number, group)| match group[..] {
                [alone] => (number, alone),
                _ => {
                    let record = self.fresh("shared", Kind::Ref);
                    records.push((record, group));
                    (number, record)
                }
            });
            level = above.collect();
        }
        records.push((root, level.into_iter().map(|(_, var)| var).collect()));
        for (record, group) in records.into_iter().rev() {
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
        binding.uses().for_each(|v| use_at(v, i));
        binding.bodies().for_each(|body| body.each_use(&mut |v| use_at(v, i)));
    }
    // Without its bindings, the body is its tail.
    body.each_use(&mut |v| use_at(v, end));
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
