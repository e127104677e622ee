//! The variables that a piece of code needs from outside, and the ways in which functions
//! get theirs.
//!
//! A function that no value refers to is lifted: its free variables become
//! parameters. One that escapes, or whose parameters would not fit the slots,
//! has a closure; without free variables the closure is static. A closure's own
//! variable is free in the code that uses it.
//!
//! The least solution of
//! ```text
//! live(n) = (uses(n) + live(jumps) + live(pushes) + return_k if there are pushes
//!            + for each function f used: live(f) if lifted, f itself if it has fields
//!            + for each function f bound here that has fields: live(f)) - bound in n
//! ```
//! Where frames are on a stack, the last one is live everywhere, and what is behind it is not needed
//! besides (see `tops`).

use super::nodes::{NodeId, Nodes};
use super::tops::Tops;
use base::SecondaryMap;
use cps::{Module, Var};
use faults::{Fault, on};
use flow::Frames;
use rustc_hash::FxHashSet;

/// The way in which a function gets its free variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// They are parameters, after its own.
    Lifted,
    /// They are fields of its closure.
    Closure,
}

/// The solution.
pub(super) struct Live {
    /// Free variables of every node, ascending.
    pub(super) vars: SecondaryMap<NodeId, Vec<Var>>,
    /// For functions.
    pub(super) mode: SecondaryMap<NodeId, Option<Mode>>,
}

impl Live {
    /// True if the function has a closure with fields.
    pub(super) fn has_fields(&self, fun: NodeId) -> bool {
        self.mode[fun] == Some(Mode::Closure) && !self.vars[fun].is_empty()
    }
}

/// Solves the equations, choosing modes.
pub(super) fn live(module: &Module, nodes: &Nodes<'_>, tops: &Tops) -> Live {
    let mut mode = SecondaryMap::new();
    for (id, node) in nodes.nodes.iter() {
        if node.is_fun {
            mode[id] = Some(if nodes.escapes.contains(&id) { Mode::Closure } else { Mode::Lifted });
        }
    }
    loop {
        let sets = solve(nodes, tops, &mode);
        let wide: Vec<NodeId> = nodes
            .nodes
            .iter()
            .filter(|(id, _)| {
                let all = nodes.nodes[*id].params.iter().chain(&sets[*id]).copied();
                let lifted = mode[*id] == Some(Mode::Lifted) && !sets[*id].is_empty();
                lifted && !fits(module, nodes, all)
            })
            .map(|(id, _)| id)
            .collect();
        if wide.is_empty() {
            return Live { vars: sets, mode };
        }
        for id in wide {
            mode[id] = Some(Mode::Closure);
        }
    }
}

/// True if variables fit the slots.
pub(super) fn fits(module: &Module, nodes: &Nodes<'_>, vars: impl Iterator<Item = Var>) -> bool {
    let kinds = vars.map(|v| super::kind(module, nodes, v));
    let (floats, ints): (Vec<_>, Vec<_>) = kinds.partition(|k| k.is_float());
    ints.len() <= abi::INT_SLOTS && floats.len() <= abi::FLOAT_SLOTS
}

/// The sets, ascending.
type Sets = SecondaryMap<NodeId, Vec<Var>>;

fn solve(nodes: &Nodes<'_>, tops: &Tops, mode: &SecondaryMap<NodeId, Option<Mode>>) -> Sets {
    let mut sets = Sets::new();
    let mut reads: SecondaryMap<NodeId, Vec<NodeId>> = SecondaryMap::new();
    let mut readers: SecondaryMap<NodeId, Vec<NodeId>> = SecondaryMap::new();
    for (id, node) in nodes.nodes.iter() {
        let all =
            node.jumps.iter().chain(&node.pushes).chain(&node.binds_funs).chain(&node.fun_uses);
        let all: FxHashSet<NodeId> = all.copied().collect();
        reads[id] = all.into_iter().collect();
        reads[id].iter().for_each(|read| readers[*read].push(id));
    }
    let order = postorder(nodes, &reads);
    let mut waiting: SecondaryMap<NodeId, bool> = SecondaryMap::with_default(true);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for id in &order {
            if !std::mem::take(&mut waiting[*id]) {
                continue;
            }
            let set = equation(nodes, tops, mode, &sets, *id);
            if set.len() != sets[*id].len() {
                sets[*id] = set;
                readers[*id].iter().for_each(|reader| waiting[*reader] = true);
                changed = true;
            }
        }
    }
    sets
}

/// All nodes, each after those that it reads, but for circles.
fn postorder(nodes: &Nodes<'_>, reads: &SecondaryMap<NodeId, Vec<NodeId>>) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen: SecondaryMap<NodeId, bool> = SecondaryMap::new();
    for start in nodes.nodes.keys() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.last_mut() {
            match reads[*id].get(*next).copied() {
                Some(read) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[read], true) {
                        stack.push((read, 0));
                    }
                }
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
    }
    order
}

fn equation(
    nodes: &Nodes<'_>,
    tops: &Tops,
    mode: &SecondaryMap<NodeId, Option<Mode>>,
    sets: &Sets,
    id: NodeId,
) -> Vec<Var> {
    let node = &nodes.nodes[id];
    let mut set = Vec::new();
    let mut add = |var: Var| {
        let installs = tops.installed_in.get(&var) == Some(&id);
        if nodes.bound_in[var] != Some(id) && var != node.name && !installs {
            set.push(var);
        }
    };
    node.uses.iter().for_each(|v| add(*v));
    let pushes = node.pushes.iter().filter(|_| !on(Fault::LiveForgetsFrames));
    for cont in node.jumps.iter().chain(pushes) {
        sets[*cont].iter().for_each(|v| add(*v));
    }
    match tops.frames {
        Frames::Heap if node.pushes.is_empty() => {}
        Frames::Heap => add(node.return_k),
        Frames::Stack => add(tops.top(nodes, id)),
    }
    for fun in &node.fun_uses {
        match mode[*fun] {
            Some(Mode::Closure) if sets[*fun].is_empty() => {}
            Some(Mode::Closure) => add(nodes.nodes[*fun].name),
            Some(Mode::Lifted) | None => sets[*fun].iter().for_each(|v| add(*v)),
        }
    }
    // What a closure holds must be there where it is made.
    for fun in node.binds_funs.iter().filter(|f| mode[**f] == Some(Mode::Closure)) {
        sets[*fun].iter().for_each(|v| add(*v));
    }
    // Mostly ascending runs, which a stable sort merges.
    set.sort();
    set.dedup();
    // The last frame leads to those behind it.
    if tops.frames == Frames::Stack {
        let behind: Vec<Var> = tops.behind(tops.top(nodes, id)).collect();
        set.retain(|var| !behind.contains(var));
    }
    set
}
