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
//! times slower with it). The counter grows or falls by a constant in every round, and the
//! bound does not change, so a strip ends after at most [`STRIP`] rounds.
//!
//! Where the counter indexes arrays, a strip whose counter stays within all of
//! them runs in a copy of the loop without bounds checks; LLVM removes such checks by itself
//! only from loops that cannot end otherwise, by an overflow say.
//! Expects: bound once. A loop that allocates, calls, or does input and output
//! keeps its check in every round, and so does one that is not counted.

#[cfg(test)]
mod tests;
mod unchecked;

use faults::{Fault, on};
use flow::kinds::alloc_bytes;
use flow::walk::{BodyEntry, all_bodies, each_body_mut, fun_bodies};
use flow::{
    Atom, Body, Cluster, ClusterId, FlowOp, Kind, Let, LocalFun, Tail, Target, Unit, Var, VarInfo,
};
use pass::{Pass, Settings, Stats};
use prim::{CmpOp, Const, Effect, IntOp, Prim};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Width;

/// Rounds between two safe points.
const STRIP: i64 = 8192;

/// Loops up to a constant bound of at most this are left alone.
const SHORT: u64 = 64;

/// The pass.
pub static STRIP_LOOPS: Pass<Unit> = Pass {
    name: "strip-loops",
    about: "cuts counted loops that do not allocate into strips with one check each",
    settings: &[],
    run: strip_loops,
};

fn strip_loops(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for id in unit.clusters.keys() {
        if let Some(found) = Counted::find(&unit.clusters[id], id) {
            rewrite(unit, id, &found);
            stats.count("strip", 1);
        }
    }
}

/// A counted loop: a cluster that applies itself.
struct Counted {
    /// Index of the counter among the parameters.
    counter: usize,
    /// The comparison that the loop begins with: its place among the bindings, and itself.
    test: (usize, CmpOp),
    /// What the counter is compared with.
    bound: Atom,
    /// The binding of the bound, if it is one of the loop's; moved before it.
    bound_at: Option<usize>,
    /// What the counter grows by in a round.
    step: i64,
    /// Which parameters change.
    varying: Vec<bool>,
    /// Does the loop go on where the comparison holds?
    goes_on_if_true: bool,
}

impl Counted {
    fn find(cluster: &Cluster, id: ClusterId) -> Option<Counted> {
        let Some(Let::Op { op: FlowOp::Check(_), .. }) = cluster.body.lets.first() else {
            return None;
        };
        let Tail::If { cond: Atom::Var(cond), then, els } = &cluster.body.tail else { return None };
        let ops = operations(cluster);
        let selfs = self_applies(cluster, id)?;
        let varying: Vec<bool> = (0..cluster.params.len())
            .map(|j| selfs.iter().any(|args| args[j] != Atom::Var(cluster.params[j])))
            .collect();
        let at = cluster
            .body
            .lets
            .iter()
            .position(|l| matches!(l, Let::Op { dst, .. } if dst[..] == [*cond]))?;
        let (FlowOp::Prim(Prim::Cmp(cmp, Width::I64)), [Atom::Var(i), bound]) = ops.get(cond)?
        else {
            return None;
        };
        let counter = cluster.params.iter().position(|p| p == i)?;
        let step = common_step(&selfs, counter, *i, &ops)?;
        let on_then = reaches(then, id);
        let goes_on_if_true = on_then;
        if on_then == reaches(els, id) || !counts(*cmp, goes_on_if_true, step) {
            return None;
        }
        if short(bound) {
            return None;
        }
        let bound_at = invariant(cluster, bound, &varying)?;
        quiet(cluster, id).then_some(Counted {
            counter,
            test: (at, *cmp),
            bound: bound.clone(),
            bound_at,
            step,
            varying,
            goes_on_if_true,
        })
    }
}

/// Is the bound a small constant? Setting up a strip would cost more than the
/// checks of so few rounds (n-body spends most of its time in loops of one to four rounds).
fn short(bound: &Atom) -> bool {
    match bound {
        Atom::Const(Const::Int(_, n)) => (*n as i64).unsigned_abs() <= SHORT,
        Atom::Var(_) | Atom::Const(_) | Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => {
            false
        }
    }
}

/// What every variable of the cluster is bound to.
fn operations(cluster: &Cluster) -> FxHashMap<Var, (FlowOp, &[Atom])> {
    let mut ops = FxHashMap::default();
    for node in all_bodies(&cluster.body) {
        for binding in &node.body.lets {
            if let Let::Op { dst, op, args, .. } = binding
                && let [dst] = dst[..]
            {
                ops.insert(dst, (op.clone(), &args[..]));
            }
        }
    }
    ops
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

/// The constant that all rounds add to the counter.
fn common_step(
    selfs: &[&[Atom]],
    counter: usize,
    i: Var,
    ops: &FxHashMap<Var, (FlowOp, &[Atom])>,
) -> Option<i64> {
    let step = |args: &&[Atom]| {
        let (op, operands) = ops.get(&args[counter].var()?)?;
        let [Atom::Var(from), Atom::Const(Const::Int(Width::I64, n))] = operands else {
            return None;
        };
        let sign = match op {
            FlowOp::Prim(Prim::Int(IntOp::Add | IntOp::SAdd, Width::I64)) => 1,
            FlowOp::Prim(Prim::Int(IntOp::Sub | IntOp::SSub, Width::I64)) => -1,
            _ => return None,
        };
        let n = *n as i64;
        (*from == i && (1..=1 << 20).contains(&n.abs())).then_some(sign * n)
    };
    let first = step(selfs.first()?)?;
    selfs.iter().all(|args| step(args) == Some(first)).then_some(first)
}

/// Does the counter go towards the bound that ends the loop?
fn counts(cmp: CmpOp, goes_on_if_true: bool, step: i64) -> bool {
    match cmp {
        CmpOp::Slt | CmpOp::Sle => goes_on_if_true == (step > 0),
        CmpOp::Sgt | CmpOp::Sge => goes_on_if_true == (step < 0),
        CmpOp::Eq | CmpOp::Ne | CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => false,
    }
}

/// Is the bound the same in every round? The place of its binding, if it has one.
fn invariant(cluster: &Cluster, bound: &Atom, varying: &[bool]) -> Option<Option<usize>> {
    let Atom::Var(var) = bound else { return Some(None) };
    let stays = |v: Var| cluster.params.iter().position(|p| *p == v).is_some_and(|j| !varying[j]);
    if stays(*var) {
        return Some(None);
    }
    let at = cluster
        .body
        .lets
        .iter()
        .position(|l| matches!(l, Let::Op { dst, .. } if dst[..] == [*var]))?;
    let Let::Op { op, args, .. } = &cluster.body.lets[at] else { return None };
    let fixed = |atom: &Atom| atom.var().is_none_or(stays);
    (op.effect() == Effect::Pure && args.iter().all(fixed)).then_some(Some(at))
}

/// Does a path from the body apply the cluster again, within the cluster?
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

/// Is nothing allocated, called or written out on the way from one round to the next?
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
            _ => {}
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
            alloc_bytes(op, args.len()) == 0
                && match op.effect() {
                    Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => true,
                    Effect::Alloc | Effect::AllocTrap | Effect::Control => false,
                }
        }
    }
}

fn rewrite(unit: &mut Unit, id: ClusterId, found: &Counted) {
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
    let (limit, mut prelude) = strip_end(unit, outer[found.counter], found);
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
    end_strip(&mut body, found, old[found.counter], limit, more, again);

    let mut lets: Vec<Let> = Vec::new();
    let bound = found.bound_at.map(|at| body.lets.remove(at));
    let mut check = body.lets.remove(0);
    rename_roots(&mut check, &old, &outer);
    lets.push(check);
    lets.extend(bound);
    lets.append(&mut prelude);
    let params = old.iter().zip(&found.varying).filter(|(_, v)| **v).map(|(p, _)| *p).collect();
    let fun = LocalFun { name: inner, params, body };
    let first: Vec<Atom> = outer.iter().map(|v| Atom::Var(*v)).collect();
    let start = outer[found.counter];
    cluster.params = outer;
    let strip = unchecked::Strip {
        counter: old[found.counter],
        start,
        limit,
        goes_on_if_true: found.goes_on_if_true,
    };
    let arrays = indexed_arrays(&fun, found, &old);
    let tail = enter(unit, fun, &arrays, &strip, varying(&first), &mut lets);
    unit.clusters[id].body = Body { lets, tail };
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

/// Goes into a strip, by the copy without bounds checks where that may run.
fn enter(
    unit: &mut Unit,
    fun: LocalFun,
    arrays: &[Var],
    strip: &unchecked::Strip,
    args: Vec<Atom>,
    lets: &mut Vec<Let>,
) -> Tail {
    let checked = Tail::Jump { fun: fun.name, args: args.clone() };
    let guarded = unchecked::guard(unit, &fun, arrays, strip, lets);
    let tail = match guarded {
        Some((fast, cond)) => {
            let unchecked = Tail::Jump { fun: fast.name, args };
            lets.push(Let::Funs(vec![fast]));
            let branch = |tail| Box::new(Body { lets: vec![], tail });
            Tail::If { cond, then: branch(unchecked), els: branch(checked) }
        }
        None => checked,
    };
    lets.push(Let::Funs(vec![fun]));
    tail
}

/// The arrays that do not change and that the counter indexes with a check; none
/// for a counter that does not run up to just below its bound.
fn indexed_arrays(fun: &LocalFun, found: &Counted, params: &[Var]) -> Vec<Var> {
    let upwards =
        matches!((found.test.1, found.goes_on_if_true), (CmpOp::Slt, true) | (CmpOp::Sge, false))
            || on(Fault::StripInclusive) && found.step > 0;
    if !upwards {
        return Vec::new();
    }
    let stays = |v: Var| params.iter().position(|p| *p == v).is_some_and(|j| !found.varying[j]);
    let Tail::If { then, els, .. } = &fun.body.tail else { return Vec::new() };
    let mut arrays: Vec<Var> = Vec::new();
    // Only there is the counter known to be below the bound.
    for node in all_bodies(if found.goes_on_if_true { then } else { els }) {
        for binding in &node.body.lets {
            if let Some(array) = unchecked::indexed(binding, params[found.counter])
                && stays(array)
                && !arrays.contains(&array)
            {
                arrays.push(array);
            }
        }
    }
    arrays
}

fn fresh(unit: &mut Unit, name: &str, width: Width) -> Var {
    unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) })
}

/// Computes the bound of a strip that begins with the counter at `start`.
fn strip_end(unit: &mut Unit, start: Var, found: &Counted) -> (Var, Vec<Let>) {
    let length = STRIP * found.step.abs();
    // The nearer of the bound and `start` moved by a strip, which must not overflow.
    let (nearest, edge, moved) = match found.step > 0 {
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
fn end_strip(body: &mut Body, found: &Counted, counter: Var, limit: Var, more: Var, again: Tail) {
    let (at, cmp) = found.test;
    if let Let::Op { args, .. } = &mut body.lets[at] {
        args[1] = Atom::Var(limit);
    }
    let Tail::If { then, els, .. } = &mut body.tail else { return };
    let exit = if found.goes_on_if_true { els } else { then };
    let rest = std::mem::replace(&mut **exit, Body { lets: vec![], tail: Tail::Unreachable });
    let again = Body { lets: vec![], tail: again };
    let bound = if on(Fault::StripEndStrict) { Atom::Var(limit) } else { found.bound.clone() };
    let (yes, no) = if found.goes_on_if_true { (again, rest) } else { (rest, again) };
    exit.lets = vec![Let::Op {
        dst: vec![more],
        op: FlowOp::Prim(Prim::Cmp(cmp, Width::I64)),
        args: vec![Atom::Var(counter), bound],
        pos: base::Pos::NONE,
    }];
    exit.tail = Tail::If { cond: Atom::Var(more), then: Box::new(yes), els: Box::new(no) };
}
