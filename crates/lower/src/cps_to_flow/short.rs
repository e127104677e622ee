//! Finds loops that are so short that they need no safe point.
//!
//! ```text
//! cont loop(i, s) {
//!   c = slt.i64 i 5
//!   if c { ...  j = add.i64 i 1  jump loop j t } else { ... }
//! }
//! jump loop 0 x
//! ```
//! The counter begins with a known number, grows by a constant in every round and is
//! compared with a constant; nothing is allocated or called on the way. Such a loop stays
//! in the cluster around it, whose variables it sees without passing them on, where others
//! become clusters with a heap check (n-body is 1.6 times as fast).
//!
//! It surely ends only if every path from the loop back to its own entry passes through an
//! enclosing loop: then the outermost short loop on a cycle is not entered again, and its counter
//! grows until the cycle ends.

use super::nodes::{NodeId, Nodes};
use cps::{Atom, Body, Let, Op, Tail, Var};
use prim::{CmpOp, Const, Data, Effect, IntOp, Prim};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Width;

/// Most rounds of a nest of loops without a safe point.
const ROUNDS: i64 = 1024;

/// Most pieces of code that a loop and what follows it are looked for in.
const REACH: usize = 1000;

/// The heads of short loops among those of all loops.
pub(super) fn short_loops(nodes: &Nodes<'_>, heads: &FxHashSet<NodeId>) -> FxHashSet<NodeId> {
    let mut loops: Vec<Loop<'_>> = heads.iter().filter_map(|h| Loop::find(nodes, *h)).collect();
    let mut found = Found::default();
    if loops.is_empty() {
        return FxHashSet::default();
    }
    let facts = Facts::of(nodes);
    // Outer loops first: their counters bound those of inner ones.
    loops.sort_by_key(|l| (ancestors(nodes, l.head).count(), l.head));
    for l in &loops {
        found.add_if_short(nodes, heads, &facts, l);
    }
    found.rounds.into_keys().collect()
}

/// The node and those it is nested in.
fn ancestors<'n>(nodes: &'n Nodes<'_>, id: NodeId) -> impl Iterator<Item = NodeId> + 'n {
    std::iter::successors(Some(id), |id| {
        let parent = nodes.nodes[*id].parent;
        (parent != *id).then_some(parent)
    })
}

/// The bodies of a node's own code, each after the one it is a branch of, with that one's index.
fn pieces<'a>(body: &'a Body) -> Vec<(usize, &'a Body)> {
    let mut pieces = vec![(0, body)];
    let mut next = 0;
    while let Some((_, body)) = pieces.get(next).copied() {
        body.tail.bodies().for_each(|branch: &'a Body| pieces.push((next, branch)));
        next += 1;
    }
    pieces
}

/// A loop that begins with a comparison of a parameter with a constant.
struct Loop<'a> {
    head: NodeId,
    /// The counter, and its index among the parameters.
    counter: (Var, usize),
    /// The first number for which the loop ends.
    end: i64,
    /// The branch that leaves it.
    exit: &'a Body,
}

impl<'a> Loop<'a> {
    fn find(nodes: &Nodes<'a>, head: NodeId) -> Option<Loop<'a>> {
        let node = &nodes.nodes[head];
        let Tail::If { cond: Atom::Var(cond), then, els } = &node.body.tail else { return None };
        let test = node.body.lets.iter().find_map(|binding| match binding {
            Let::Op { dst, op: Op::Prim(Prim::Cmp(cmp, Width::I64)), args, .. }
                if dst[..] == [*cond] =>
            {
                Some((*cmp, &args[..]))
            }
            _ => None,
        });
        let (cmp, [Atom::Var(i), Atom::Const(Const::Int(_, bound))]) = test? else { return None };
        let bound = *bound as i64;
        let (end, exit) = match cmp {
            CmpOp::Slt => (bound, els),
            CmpOp::Sle => (bound.checked_add(1)?, els),
            CmpOp::Sge => (bound, then),
            CmpOp::Sgt => (bound.checked_add(1)?, then),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => {
                return None;
            }
        };
        let index = node.params.iter().position(|param| param == i)?;
        Some(Loop { head, counter: (*i, index), end, exit })
    }
}

/// What is needed of all code, gathered once.
struct Facts {
    /// The nodes that jump to a node.
    preds: FxHashMap<NodeId, Vec<NodeId>>,
    /// Variables that are another one plus a constant from 1.
    sums: FxHashMap<Var, (Var, i64)>,
}

impl Facts {
    fn of(nodes: &Nodes<'_>) -> Facts {
        let mut facts = Facts { preds: FxHashMap::default(), sums: FxHashMap::default() };
        for (id, node) in nodes.nodes.iter() {
            for target in &node.jumps {
                facts.preds.entry(*target).or_default().push(id);
            }
            for (_, body) in pieces(node.body) {
                facts.sums.extend(body.lets.iter().filter_map(sum));
            }
        }
        facts
    }
}

fn sum(binding: &Let) -> Option<(Var, (Var, i64))> {
    let Let::Op {
        dst, op: Op::Prim(Prim::Int(IntOp::Add | IntOp::SAdd, Width::I64)), args, ..
    } = binding
    else {
        return None;
    };
    let [Atom::Var(x), Atom::Const(Const::Int(_, n))] = &args[..] else { return None };
    let n = *n as i64;
    (1..=ROUNDS).contains(&n).then_some((dst[0], (*x, n)))
}

/// The short loops so far.
#[derive(Default)]
struct Found {
    /// Rounds of the loop and those around it together.
    rounds: FxHashMap<NodeId, i64>,
    /// The least that a counter is.
    least: FxHashMap<Var, i64>,
}

impl Found {
    fn add_if_short(
        &mut self,
        nodes: &Nodes<'_>,
        heads: &FxHashSet<NodeId>,
        facts: &Facts,
        l: &Loop<'_>,
    ) {
        let Some(reached) = reached(nodes, heads, l.head) else { return };
        let (mut least, mut step) = (None, None);
        let no_preds = Vec::new();
        let preds: FxHashSet<NodeId> =
            facts.preds.get(&l.head).unwrap_or(&no_preds).iter().copied().collect();
        for pred in &preds {
            let again = ancestors(nodes, *pred).any(|id| id == l.head);
            if !again && reached.contains(pred) {
                return;
            }
            for args in jumps(nodes, *pred, l.head) {
                let arg = &args[l.counter.1];
                let (so_far, now) = match again {
                    true => (&mut step, self.grown(facts, arg, l.counter.0)),
                    false => (&mut least, self.at_least(facts, arg)),
                };
                let Some(now) = now else { return };
                *so_far = Some(so_far.map_or(now, |other: i64| other.min(now)));
            }
        }
        let (Some(least), Some(step)) = (least, step) else { return };
        let rounds = l.end.saturating_sub(least).max(0) / step + 1;
        let around = ancestors(nodes, l.head).skip(1).find_map(|id| self.rounds.get(&id));
        let rounds = rounds.saturating_mul(*around.unwrap_or(&1));
        if rounds <= ROUNDS && quiet(nodes, facts, l, &reached) {
            self.rounds.insert(l.head, rounds);
            self.least.insert(l.counter.0, least);
        }
    }

    /// What the counter grows by, if this is what it becomes.
    fn grown(&self, facts: &Facts, arg: &Atom, counter: Var) -> Option<i64> {
        let (from, n) = facts.sums.get(&arg.var()?)?;
        (*from == counter).then_some(*n)
    }

    /// A bound below. Counters are bounded above as well, so adding to one does not wrap.
    fn at_least(&self, facts: &Facts, atom: &Atom) -> Option<i64> {
        match atom {
            Atom::Const(Const::Int(_, n)) => Some(*n as i64),
            Atom::Const(_) => None,
            Atom::Var(var) => match facts.sums.get(var) {
                Some((from, n)) => self.least.get(from).map(|least| least + n),
                None => self.least.get(var).copied(),
            },
        }
    }
}

/// The arguments of all jumps from one node to another.
fn jumps<'a>(nodes: &Nodes<'a>, from: NodeId, to: NodeId) -> Vec<&'a [Atom]> {
    let target = nodes.nodes[to].name;
    pieces(nodes.nodes[from].body)
        .into_iter()
        .filter_map(|(_, body)| match &body.tail {
            Tail::Jump { k, args } if *k == target => Some(&args[..]),
            _ => None,
        })
        .collect()
}

/// What jumps lead to from a loop, but for the heads of loops around it; none if that is much.
fn reached(
    nodes: &Nodes<'_>,
    heads: &FxHashSet<NodeId>,
    head: NodeId,
) -> Option<FxHashSet<NodeId>> {
    let around: FxHashSet<NodeId> =
        ancestors(nodes, head).skip(1).filter(|id| heads.contains(id)).collect();
    let mut reached = FxHashSet::from_iter([head]);
    let mut work = vec![head];
    while let Some(id) = work.pop() {
        if reached.len() > REACH {
            return None;
        }
        let next = nodes.nodes[id].jumps.iter().filter(|next| !around.contains(next));
        work.extend(next.filter(|next| reached.insert(**next)));
    }
    Some(reached)
}

/// Does the exit branch leave the loop, and is nothing allocated or called in it?
fn quiet(nodes: &Nodes<'_>, facts: &Facts, l: &Loop<'_>, reached: &FxHashSet<NodeId>) -> bool {
    // The nodes of the loop: those on the way back to its head.
    let mut inside = FxHashSet::from_iter([l.head]);
    let mut work = vec![l.head];
    while let Some(id) = work.pop() {
        let preds = facts.preds.get(&id).into_iter().flatten();
        work.extend(preds.filter(|pred| reached.contains(pred) && inside.insert(**pred)));
    }
    let stays = |body: &Body| match &body.tail {
        Tail::Jump { k, .. } => nodes.of[*k].is_some_and(|target| inside.contains(&target)),
        _ => false,
    };
    if pieces(l.exit).iter().any(|(_, body)| stays(body)) {
        return false;
    }
    inside.iter().all(|id| {
        let pieces = pieces(nodes.nodes[*id].body);
        let mut on_the_way = vec![false; pieces.len()];
        for (i, (parent, body)) in pieces.iter().enumerate().rev() {
            on_the_way[i] |= stays(body);
            on_the_way[*parent] |= on_the_way[i];
        }
        pieces.iter().zip(on_the_way).all(|((_, body), on)| !on || body.lets.iter().all(is_quiet))
    })
}

fn is_quiet(binding: &Let) -> bool {
    match binding {
        Let::Op { op: Op::Data(Data::Con(..)), args, .. } => args.is_empty(),
        Let::Op { op: Op::AnyInject(_), .. } => false,
        Let::Op { op, .. } => match op.effect() {
            Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => true,
            Effect::Alloc | Effect::AllocTrap | Effect::Control => false,
        },
        Let::Conts(_) => true,
        Let::Funs(_) | Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {
            false
        }
    }
}
