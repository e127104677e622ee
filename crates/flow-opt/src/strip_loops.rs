//! Cuts counted loops that do not allocate into strips with one safe point each.
//!
//! ```text
//! known loop(i, s, a, n) return k {      known loop(i', s', a, n) return k {
//!   check 0 a k                            check 0 a k
//!   c = slt.i64 i n                        t = smin.i64 i' (max - 8192)
//!   if c {                                 u = add.i64 t 8192
//!     ...                                  lim = smin.i64 n u
//!     apply loop i2 s2 a n return k        fun inner(i, s) {
//!   } else {                          =>     c = slt.i64 i lim
//!     throw k s                              if c { ... jump inner i2 s2 } else {
//!   }                                          more = slt.i64 i n
//! }                                            if more { apply loop i s a n return k }
//!                                              else { throw k s }
//!                                            }
//!                                          }
//!                                          jump inner i' s'
//!                                        }
//! ```
//! A check in every round keeps LLVM from vectorising (a sum of integers is 3.4
//! times slower with it). The loop is counted ([`prim::counted`]) and its bound does not change,
//! so a strip ends after at most [`STRIP`] rounds, or [`STRIP_OF_LOOPS`] of a loop around others.
//!
//! Expects: bound once. A loop that allocates, calls, or does input and output
//! keeps its check in every round, and so does one that is not counted.

#[cfg(test)]
mod tests;

use crate::counted::{operand, prims};
use faults::{Fault, on};
use flow::kinds::alloc_bytes;
use flow::walk::{BodyEntry, all_bodies, each_body_mut, fun_bodies};
use flow::{
    Atom, Body, Cluster, ClusterId, FlowOp, Frames, Kind, Let, LocalFun, Tail, Target, Unit, Var,
    VarInfo,
};
use pass::{Pass, Settings, Stats};
use prim::counted::{Counted, Loop, View};
use prim::{Const, Effect, IntOp, Prim};
use rustc_hash::FxHashSet;
use types::Width;

/// Rounds between two safe points.
const STRIP: i64 = 8192;
/// The same for a loop that has others inside: they are short, but their rounds count as well.
const STRIP_OF_LOOPS: i64 = 64;

/// The pass.
pub static STRIP_LOOPS: Pass<Unit> = Pass {
    name: "strip-loops",
    about: "cuts counted loops that do not allocate into strips with one check each",
    settings: &[],
    run: strip_loops,
};

fn strip_loops(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for id in unit.clusters.keys() {
        if let Some(found) = Found::of(&unit.clusters[id], id) {
            rewrite(unit, id, &found);
            stats.count("strip", 1);
        }
    }
}

/// A counted loop: a cluster that applies itself.
struct Found {
    counted: Counted<Var>,
    /// The place of the comparison that the loop begins with, among the bindings.
    test: usize,
    /// The operand that the counter is compared with.
    bound: Atom,
    /// The binding of the bound, if it is one of the loop's; moved before it.
    bound_at: Option<usize>,
    /// For each parameter, true if it changes from round to round.
    varying: Vec<bool>,
    /// True if the loop goes on where the comparison holds.
    goes_on_if_true: bool,
    /// The rounds of a strip.
    rounds: i64,
}

impl Found {
    fn of(cluster: &Cluster, id: ClusterId) -> Option<Found> {
        let Some(Let::Op { op: FlowOp::Check(_), .. }) = cluster.body.lets.first() else {
            return None;
        };
        let Tail::If { cond: Atom::Var(cond), then, els } = &cluster.body.tail else { return None };
        let again = self_applies(cluster, id)?;
        let goes_on_if_true = reaches(then, id);
        if goes_on_if_true == reaches(els, id) {
            return None;
        }
        let prims = prims(&cluster.body);
        let view = View { operand, definition: &|var| prims.get(&var).copied() };
        let params = &cluster.params;
        let found = Loop { params, cond: *cond, goes_on_if_true, again: &again };
        let counted = Counted::find(&view, &found)?;
        if crate::counted::is_short(&counted) {
            return None;
        }
        let varying: Vec<bool> = (0..params.len())
            .map(|j| again.iter().any(|args| args[j] != Atom::Var(params[j])))
            .collect();
        let test = place(cluster, *cond)?;
        let bound = prims[cond].1[1].clone();
        let bound_at = invariant(cluster, &bound, &varying)?;
        let rounds = if cluster.body.has_loops() { STRIP_OF_LOOPS } else { STRIP };
        let found = Found { counted, test, bound, bound_at, varying, goes_on_if_true, rounds };
        quiet(cluster, id).then_some(found)
    }
}

/// The place of a variable's binding, if that is one of the cluster's first ones.
fn place(cluster: &Cluster, var: Var) -> Option<usize> {
    let binds = |binding: &Let| matches!(binding, Let::Op { dst, .. } if dst[..] == [var]);
    cluster.body.lets.iter().position(binds)
}

/// The arguments of every application of the cluster to itself; none if there
/// is none, or one that changes the continuation or closure.
fn self_applies(cluster: &Cluster, id: ClusterId) -> Option<Vec<&[Atom]>> {
    let mut found = Vec::new();
    for node in all_bodies(&cluster.body) {
        if let Tail::Apply { target, clos, args, k, .. } = &node.body.tail
            && *target == Target::Cluster(id)
        {
            let same = *k == cluster.k.map(Atom::Var) && *clos == cluster.clos.map(Atom::Var);
            if !same || args.len() != cluster.params.len() {
                return None;
            }
            found.push(&args[..]);
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The place of the binding of the bound, or an inner none if it has no binding in the loop;
/// an outer none if the bound is not the same in every round.
fn invariant(cluster: &Cluster, bound: &Atom, varying: &[bool]) -> Option<Option<usize>> {
    let Atom::Var(var) = bound else { return Some(None) };
    let stays = |v: Var| cluster.params.iter().position(|p| *p == v).is_some_and(|j| !varying[j]);
    if stays(*var) {
        return Some(None);
    }
    let at = place(cluster, *var)?;
    let Let::Op { op, args, .. } = &cluster.body.lets[at] else { return None };
    let fixed = |atom: &Atom| atom.var().is_none_or(stays);
    (op.effect() == Effect::Pure && args.iter().all(fixed)).then_some(Some(at))
}

/// True if a path from the body may apply the cluster again, within the cluster.
fn reaches(body: &Body, id: ClusterId) -> bool {
    // Local functions bound outside `body` count as reaching.
    all_bodies(body).iter().any(|node| match &node.body.tail {
        Tail::Apply { target, .. } => *target == Target::Cluster(id),
        Tail::Jump { .. } => true,
        Tail::If { .. } | Tail::Switch { .. } => false,
        Tail::Throw { .. } | Tail::Reinstate { .. } | Tail::Raise { .. } | Tail::Unreachable => {
            false
        }
    })
}

/// True if nothing is allocated, called or written out on the way from one round to the next.
fn quiet(cluster: &Cluster, id: ClusterId) -> bool {
    let nodes = all_bodies(&cluster.body);
    let funs = fun_bodies(&nodes);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut todo = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        if let BodyEntry::Branch(parent) = node.entry {
            before[i].push(parent);
        }
        match &node.body.tail {
            Tail::Jump { fun, .. } => funs.get(fun).into_iter().for_each(|j| before[*j].push(i)),
            Tail::Apply { target, .. } if *target == Target::Cluster(id) => todo.push(i),
            Tail::Apply { .. } | Tail::If { .. } | Tail::Switch { .. } | Tail::Throw { .. } => {}
            Tail::Reinstate { .. } | Tail::Raise { .. } | Tail::Unreachable => {}
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(i) = todo.pop() {
        if seen.insert(i) {
            todo.extend(&before[i]);
        }
    }
    seen.iter().all(|i| nodes[*i].body.lets.iter().all(is_quiet))
}

fn is_quiet(binding: &Let) -> bool {
    match binding {
        Let::Op { op: FlowOp::Check(_), .. } | Let::Funs(_) => true,
        Let::Op { op, args, .. } => {
            alloc_bytes(Frames::Heap, op, args.len()) == 0
                && match op.effect() {
                    Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => true,
                    Effect::Alloc | Effect::AllocTrap | Effect::Control => false,
                }
        }
    }
}

fn rewrite(unit: &mut Unit, id: ClusterId, found: &Found) {
    let old = unit.clusters[id].params.clone();
    let outer: Vec<Var> = old
        .iter()
        .zip(&found.varying)
        .map(
            |(param, varying)| {
                if *varying { unit.vars.push(unit.vars[*param].clone()) } else { *param }
            },
        )
        .collect();
    let varying = |all: &[Atom]| -> Vec<Atom> {
        all.iter().zip(&found.varying).filter(|(_, v)| **v).map(|(atom, _)| atom.clone()).collect()
    };
    let (limit, mut prelude) = strip_end(unit, outer[found.counted.counter], found);
    let more = fresh(unit, "more", Width::I1);
    let inner = unit.locals.push("inner".into());

    let cluster = &mut unit.clusters[id];
    let (k, clos) = (cluster.k.map(Atom::Var), cluster.clos.map(Atom::Var));
    let again = Tail::Apply {
        target: Target::Cluster(id),
        clos,
        args: old.iter().map(|v| Atom::Var(*v)).collect(),
        k,
        pos: base::Pos::NONE,
    };
    let mut body =
        std::mem::replace(&mut cluster.body, Body { lets: vec![], tail: Tail::Unreachable });
    each_body_mut(&mut body, |body| {
        if let Tail::Apply { target, args, .. } = &body.tail
            && *target == Target::Cluster(id)
        {
            body.tail = Tail::Jump { fun: inner, args: varying(args) };
        }
    });
    end_strip(&mut body, found, limit, more, again);

    let mut lets: Vec<Let> = Vec::new();
    let bound = found.bound_at.map(|at| body.lets.remove(at));
    let mut check = body.lets.remove(0);
    rename_roots(&mut check, &old, &outer);
    lets.push(check);
    lets.extend(bound);
    lets.append(&mut prelude);
    let params = old.iter().zip(&found.varying).filter(|(_, v)| **v).map(|(p, _)| *p).collect();
    let fun = LocalFun { name: inner, params, body };
    lets.push(Let::Funs(vec![fun]));
    let first: Vec<Atom> = outer.iter().map(|v| Atom::Var(*v)).collect();
    cluster.params = outer;
    cluster.body = Body { lets, tail: Tail::Jump { fun: inner, args: varying(&first) } };
}

/// The roots of a check, after the parameters have new names.
fn rename_roots(check: &mut Let, old: &[Var], new: &[Var]) {
    let Let::Op { args, .. } = check else { return };
    for arg in args {
        if let Some(j) = old.iter().position(|p| *arg == Atom::Var(*p)) {
            *arg = Atom::Var(new[j]);
        }
    }
}

fn fresh(unit: &mut Unit, name: &str, width: Width) -> Var {
    unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) })
}

/// Computes the bound of a strip that begins with the counter at `start`.
fn strip_end(unit: &mut Unit, start: Var, found: &Found) -> (Var, Vec<Let>) {
    let length = found.rounds * found.counted.step.abs();
    // The nearer of the bound and `start` moved by a strip, which must not overflow.
    let (nearest, edge, moved) = match found.counted.step > 0 {
        true => (IntOp::SMin, i64::MAX - length, IntOp::Add),
        false => (IntOp::SMax, i64::MIN + length, IntOp::Sub),
    };
    let [from, end, limit] = ["from", "end", "lim"].map(|name| fresh(unit, name, Width::I64));
    let op = |dst: Var, op: IntOp, a: Atom, b: Atom| Let::Op {
        dst: vec![dst],
        op: FlowOp::Prim(Prim::Int(op, Width::I64)),
        args: vec![a, b],
        pos: base::Pos::NONE,
    };
    let lets = vec![
        op(from, nearest, Atom::Var(start), Atom::Const(Const::i64(edge))),
        op(end, moved, Atom::Var(from), Atom::Const(Const::i64(length))),
        op(limit, nearest, found.bound.clone(), Atom::Var(end)),
    ];
    (limit, lets)
}

/// Lets the loop end where its strip does, and asks there whether the loop is over.
fn end_strip(body: &mut Body, found: &Found, limit: Var, more: Var, again: Tail) {
    let mut test = body.lets[found.test].clone();
    if let Let::Op { args, .. } = &mut body.lets[found.test] {
        args[1] = Atom::Var(limit);
    }
    if let Let::Op { dst, args, .. } = &mut test {
        *dst = vec![more];
        if on(Fault::StripEndStrict) {
            args[1] = Atom::Var(limit);
        }
    }
    let Tail::If { then, els, .. } = &mut body.tail else { return };
    let exit = if found.goes_on_if_true { els } else { then };
    let rest = std::mem::replace(&mut **exit, Body { lets: vec![], tail: Tail::Unreachable });
    let again = Body { lets: vec![], tail: again };
    let (yes, no) = if found.goes_on_if_true { (again, rest) } else { (rest, again) };
    exit.lets = vec![test];
    exit.tail = Tail::If { cond: Atom::Var(more), then: Box::new(yes), els: Box::new(no) };
}
