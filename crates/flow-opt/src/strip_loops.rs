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

mod unchecked;

use flow::kinds::alloc_bytes;
use flow::walk::{BodyEntry, bodies, each_body_mut, fun_bodies};
use flow::{
    Atom, Body, Cluster, ClusterId, FlowOp, Kind, Let, LocalFun, Tail, Target, Unit, Var, VarInfo,
};
use pass::{Pass, Stats};
use prim::{CmpOp, Const, Effect, IntOp, Prim, Width};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rounds between two safe points.
const STRIP: i64 = 8192;

/// Loops up to a constant bound of at most this are left alone.
const SHORT: u64 = 64;

/// The pass.
pub static STRIP_LOOPS: Pass<Unit> = Pass {
    name: "strip-loops",
    about: "cuts counted loops that do not allocate into strips with one check each",
    run: strip_loops,
};

fn strip_loops(unit: &mut Unit, stats: &mut Stats) {
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
    for node in bodies(&cluster.body) {
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
    for node in bodies(&cluster.body) {
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
    bodies(body).iter().any(|node| match &node.body.tail {
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
    let nodes = bodies(&cluster.body);
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
    if let Let::Op { args, .. } = &mut check {
        for arg in args {
            if let Some(j) = old.iter().position(|p| *arg == Atom::Var(*p)) {
                *arg = Atom::Var(outer[j]);
            }
        }
    }
    lets.push(check);
    lets.extend(bound);
    lets.append(&mut prelude);
    let params = old.iter().zip(&found.varying).filter(|(_, v)| **v).map(|(p, _)| *p).collect();
    let fun = LocalFun { name: inner, params, body };
    let first: Vec<Atom> = outer.iter().map(|v| Atom::Var(*v)).collect();
    let start = outer[found.counter];
    cluster.params = outer;
    let arrays = indexed_arrays(&fun, found, &old);
    let tail = Tail::Jump { fun: inner, args: varying(&first) };
    let strip = unchecked::Strip {
        counter: old[found.counter],
        start,
        limit,
        goes_on_if_true: found.goes_on_if_true,
    };
    let tail = match unchecked::guard(unit, &fun, &arrays, &strip, &mut lets) {
        Some((fast, cond)) => {
            let jump = Tail::Jump { fun: fast.name, args: varying(&first) };
            lets.push(Let::Funs(vec![fast]));
            let branch = |tail| Box::new(Body { lets: vec![], tail });
            lets.push(Let::Funs(vec![fun]));
            Tail::If { cond, then: branch(jump), els: branch(tail) }
        }
        None => {
            lets.push(Let::Funs(vec![fun]));
            tail
        }
    };
    unit.clusters[id].body = Body { lets, tail };
}

/// The arrays that do not change and that the counter indexes with a check; none
/// for a counter that does not run up to just below its bound.
fn indexed_arrays(fun: &LocalFun, found: &Counted, params: &[Var]) -> Vec<Var> {
    let upwards =
        matches!((found.test.1, found.goes_on_if_true), (CmpOp::Slt, true) | (CmpOp::Sge, false));
    if !upwards {
        return Vec::new();
    }
    let stays = |v: Var| params.iter().position(|p| *p == v).is_some_and(|j| !found.varying[j]);
    let Tail::If { then, els, .. } = &fun.body.tail else { return Vec::new() };
    let mut arrays: Vec<Var> = Vec::new();
    // Only there is the counter known to be below the bound.
    for node in bodies(if found.goes_on_if_true { then } else { els }) {
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
    let (yes, no) = if found.goes_on_if_true { (again, rest) } else { (rest, again) };
    exit.lets = vec![Let::Op {
        dst: vec![more],
        op: FlowOp::Prim(Prim::Cmp(cmp, Width::I64)),
        args: vec![Atom::Var(counter), found.bound.clone()],
        pos: base::Pos::NONE,
    }];
    exit.tail = Tail::If { cond: Atom::Var(more), then: Box::new(yes), els: Box::new(no) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use flow::{bound_once, check, parse};

    fn check_strip(text: &str, expect: Expect) {
        let mut unit = parse(format!("flow 1 {text}").as_bytes())
            .unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(check(&unit), Vec::<String>::new());
        strip_loops(&mut unit, &mut Stats::default());
        assert_eq!(check(&unit), Vec::<String>::new(), "{unit}");
        assert_eq!(bound_once(&unit), Vec::<String>::new(), "{unit}");
        expect.assert_eq(&unit.to_string());
    }

    #[test]
    fn a_counted_loop_is_cut() {
        check_strip(
            "known loop(i: i64, s: i64, a: ref, n: i64) return k {
               () = check 0 a k
               c: i1 = slt.i64 i n
               if c {
                 x: i64 = array.get[i64] a i
                 t: i64 = add.i64 s x
                 j: i64 = add.i64 i 1
                 apply loop j t a n return k
               } else { throw k s }
             }",
            expect![[r#"
                flow 1

                known loop(i.9: i64, s.10: i64, a.2: ref, n.3: i64) return k.4 {
                  () = check 0 a.2 k.4
                  from.11: i64 = smin.i64 i.9 9223372036854767615
                  end.12: i64 = add.i64 from.11 8192
                  lim.13: i64 = smin.i64 n.3 end.12
                  ok.15: i1 = sge.i64 i.9 0
                  n.16: i64 = array.len a.2
                  in.17: i1 = sle.i64 lim.13 n.16
                  ok.18: i1 = and.i1 ok.15 in.17
                  fun inner.1(i.19: i64, s.20: i64) {
                    c.21: i1 = slt.i64 i.19 lim.13
                    if c.21 {
                      x.22: i64 = array.get.u[i64] a.2 i.19
                      t.23: i64 = add.i64 s.20 x.22
                      j.24: i64 = add.i64 i.19 1
                      jump inner.1 j.24 t.23
                    } else {
                      more.25: i1 = slt.i64 i.19 n.3
                      if more.25 {
                        apply loop i.19 s.20 a.2 n.3 return k.4
                      } else {
                        throw k.4 s.20
                      }
                    }
                  }
                  fun inner.0(i.0: i64, s.1: i64) {
                    c.5: i1 = slt.i64 i.0 lim.13
                    if c.5 {
                      x.6: i64 = array.get[i64] a.2 i.0
                      t.7: i64 = add.i64 s.1 x.6
                      j.8: i64 = add.i64 i.0 1
                      jump inner.0 j.8 t.7
                    } else {
                      more.14: i1 = slt.i64 i.0 n.3
                      if more.14 {
                        apply loop i.0 s.1 a.2 n.3 return k.4
                      } else {
                        throw k.4 s.1
                      }
                    }
                  }
                  if ok.18 {
                    jump inner.1 i.9 s.10
                  } else {
                    jump inner.0 i.9 s.10
                  }
                }
            "#]],
        );
    }

    #[test]
    fn a_loop_that_counts_down_to_a_length_is_cut() {
        check_strip(
            "known loop(i: i64, a: ref) return k {
               () = check 0 a k
               n: i64 = array.len a
               c: i1 = sle.i64 i n
               if c { throw k i } else { j: i64 = ssub.i64 i 2  apply loop j a return k }
             }",
            expect![[r#"
                flow 1

                known loop(i.6: i64, a.1: ref) return k.2 {
                  () = check 0 a.1 k.2
                  n.3: i64 = array.len a.1
                  from.7: i64 = smax.i64 i.6 -9223372036854759424
                  end.8: i64 = sub.i64 from.7 16384
                  lim.9: i64 = smax.i64 n.3 end.8
                  fun inner.0(i.0: i64) {
                    c.4: i1 = sle.i64 i.0 lim.9
                    if c.4 {
                      more.10: i1 = sle.i64 i.0 n.3
                      if more.10 {
                        throw k.2 i.0
                      } else {
                        apply loop i.0 a.1 return k.2
                      }
                    } else {
                      j.5: i64 = ssub.i64 i.0 2
                      jump inner.0 j.5
                    }
                  }
                  jump inner.0 i.6
                }
            "#]],
        );
    }

    #[test]
    fn accesses_where_the_counter_may_be_at_the_bound_stay_checked() {
        let mut unit = parse(
            b"flow 1 known loop(i: i64, s: i64, a: ref, n: i64) return k {
                () = check 0 a k
                y: i64 = array.get[i64] a i
                c: i1 = slt.i64 i n
                if c {
                  x: i64 = array.get[i64] a i
                  t: i64 = sadd.i64 y x
                  j: i64 = add.i64 i 1
                  apply loop j t a n return k
                } else { z: i64 = array.get[i64] a i  throw k z }
              }",
        )
        .unwrap_or_else(|errors| panic!("{errors:?}"));
        strip_loops(&mut unit, &mut Stats::default());
        assert_eq!(check(&unit), Vec::<String>::new(), "{unit}");
        let text = unit.to_string();
        assert_eq!(
            (text.matches("array.get.u[").count(), text.matches("array.get[").count()),
            (1, 5),
            "{text}"
        );
    }

    #[test]
    fn a_loop_that_allocates_keeps_its_check() {
        check_strip(
            "known loop(i: i64, s: ref, n: i64) return k {
               () = check 24 s k
               c: i1 = slt.i64 i n
               if c {
                 t: ref = record.1 i s
                 j: i64 = add.i64 i 1
                 apply loop j t n return k
               } else { throw k s }
             }",
            expect![[r#"
                flow 1

                known loop(i.0: i64, s.1: ref, n.2: i64) return k.3 {
                  () = check 24 s.1 k.3
                  c.4: i1 = slt.i64 i.0 n.2
                  if c.4 {
                    t.5: ref = record.1 i.0 s.1
                    j.6: i64 = add.i64 i.0 1
                    apply loop j.6 t.5 n.2 return k.3
                  } else {
                    throw k.3 s.1
                  }
                }
            "#]],
        );
    }

    #[test]
    fn a_loop_whose_bound_changes_keeps_its_check() {
        check_strip(
            "known loop(i: i64, n: i64) return k {
               () = check 0 k
               c: i1 = slt.i64 i n
               if c { j: i64 = add.i64 i 1  m: i64 = add.i64 n 1  apply loop j m return k } else { throw k i }
             }",
            expect![[r#"
                flow 1

                known loop(i.0: i64, n.1: i64) return k.2 {
                  () = check 0 k.2
                  c.3: i1 = slt.i64 i.0 n.1
                  if c.3 {
                    j.4: i64 = add.i64 i.0 1
                    m.5: i64 = add.i64 n.1 1
                    apply loop j.4 m.5 return k.2
                  } else {
                    throw k.2 i.0
                  }
                }
            "#]],
        );
    }
}
