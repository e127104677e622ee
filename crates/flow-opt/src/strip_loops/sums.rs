//! A copy of a strip in which sums do not overflow.
//!
//! ```text
//! fun inner(i, j) {                        in = i and j are far from the ends of the numbers
//!   ... i2 = sadd.i64 i 1             =>   fun inner(i, j) { ... i2 = sadd.i64 i 1 ... }
//!   j2 = sadd.i64 j 1                      if in { fun fast(i, j) { ... i2 = add.i64 i 1 ... } jump fast i j }
//!   jump inner i2 j2                       else { jump inner i j }
//! }
//! jump inner i j
//! ```
//! A strip has a bounded number of rounds, and every round adds constants to such parameters: from
//! the middle half of the numbers none of them gets to an end. To LLVM the sums are then one
//! variable; before, each was one of its own, with a test. Strips that rounds may leave early are
//! left alone. A product of matrices of complex
//! numbers takes 0.65 of the time.

use super::{Found, MOST_ROUNDS};
use crate::counted::{operand, prims};
use crate::unchecked_loops::rename;
use flow::walk::{all_bodies, each_body_mut, fun_bodies};
use flow::{Atom, Body, FlowOp, Kind, Let, LocalFun, Tail, Unit, Var, VarInfo};
use prim::counted::{MOST_STEP, View};
use prim::{CmpOp, Const, IntOp, Prim};
use types::Width;

/// A strip may start with such a parameter at these distances from 0.
const MIDDLE: i64 = 1 << 62;

// No strip gets from the middle to an end.
const _: () = assert!((MOST_ROUNDS + 2) * MOST_STEP < MIDDLE);

/// Gives the strip that a body ends with a copy with plain sums. Loops larger than `most` are not
/// copied.
pub(super) fn copy(unit: &mut Unit, found: &Found, most: usize, body: &mut Body) -> Option<()> {
    let Some(Let::Funs(funs)) = body.lets.last() else { return None };
    let [inner] = &funs[..] else { return None };
    if inner.body.size() > most || inner.body.has_loops() {
        return None;
    }
    if leaves(inner, found)? {
        return None;
    }
    let sums = sums(inner)?;
    let mut fast = inner.clone();
    each_body_mut(&mut fast.body, |body| body.lets.iter_mut().for_each(|it| plain(it, &sums)));
    rename(unit, &mut fast);
    let Tail::Jump { args, .. } = &body.tail else { return None };
    let starts = inner.params.iter().zip(args).filter(|(param, _)| sums.contains(param));
    let starts: Vec<Atom> = starts.map(|(_, start)| start.clone()).collect();
    let quick = Tail::Jump { fun: fast.name, args: args.clone() };
    let slow = Body { lets: Vec::new(), tail: body.tail.clone() };
    let cond = guard(unit, starts, &mut body.lets)?;
    let then = Body { lets: vec![Let::Funs(vec![fast])], tail: quick };
    body.tail = Tail::If { cond, then: Box::new(then), els: Box::new(slow) };
    Some(())
}

/// True if rounds may leave a strip otherwise than by its end or an exception: LLVM would unroll a
/// loop without other tests than that of its end, which does not pay if few rounds are run
/// (mandelbrot of MLton's benchmark programs takes 1.3 times as long).
fn leaves(inner: &LocalFun, found: &Found) -> Option<bool> {
    let Tail::If { then, els, .. } = &inner.body.tail else { return None };
    let nodes = all_bodies(if found.goes_on_if_true { then } else { els });
    let own = fun_bodies(&nodes);
    Some(nodes.iter().any(|node| match &node.body.tail {
        Tail::Jump { fun, .. } => *fun != inner.name && !own.contains_key(fun),
        Tail::If { .. } | Tail::Switch { .. } | Tail::Raise { .. } | Tail::Unreachable => false,
        Tail::Apply { .. } | Tail::Throw { .. } | Tail::Reinstate { .. } => true,
    }))
}

/// The parameters to which each round adds constants, if any of the sums may overflow.
fn sums(inner: &LocalFun) -> Option<Vec<Var>> {
    let nodes = all_bodies(&inner.body);
    let prims = prims(&inner.body);
    let view = View { operand, definition: &|var| prims.get(&var).copied() };
    let mut traps = false;
    let mut sums = Vec::new();
    for (i, param) in inner.params.iter().enumerate() {
        let again = nodes.iter().filter_map(|node| {
            let Tail::Jump { fun, args } = &node.body.tail else { return None };
            (*fun == inner.name).then(|| &args[i])
        });
        let again: Vec<&Atom> = again.collect();
        let adds = |arg: &&Atom| view.step(arg, *param).is_some();
        let stays = |arg: &&Atom| **arg == Atom::Var(*param);
        if again.iter().any(adds) && again.iter().all(|arg| adds(arg) || stays(arg)) {
            sums.push(*param);
        }
    }
    for node in &nodes {
        traps |= node.body.lets.iter().any(|binding| {
            let mut now = binding.clone();
            plain(&mut now, &sums);
            now != *binding
        });
    }
    traps.then_some(sums)
}

/// Makes a plain sum of one of such a parameter and a constant.
fn plain(binding: &mut Let, sums: &[Var]) {
    let Let::Op { op: FlowOp::Prim(Prim::Int(op, Width::I64)), args, .. } = binding else { return };
    let [Atom::Var(var), Atom::Const(Const::Int(_, by))] = args[..] else { return };
    if sums.contains(&var) && (by as i64).unsigned_abs() <= MOST_STEP as u64 {
        if *op == IntOp::SAdd {
            *op = IntOp::Add;
        } else if *op == IntOp::SSub {
            *op = IntOp::Sub;
        }
    }
}

/// True if all these numbers are in the middle.
fn guard(unit: &mut Unit, starts: Vec<Atom>, lets: &mut Vec<Let>) -> Option<Atom> {
    let mut bind = |name: &str, width: Width, prim: Prim, args: Vec<Atom>| {
        let dst = unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) });
        lets.push(Let::Op { dst: vec![dst], op: FlowOp::Prim(prim), args, pos: base::Pos::NONE });
        Atom::Var(dst)
    };
    let number = |n: i64| Atom::Const(Const::i64(n));
    let mut all: Option<Atom> = None;
    for start in starts {
        let add = Prim::Int(IntOp::Add, Width::I64);
        let moved = bind("from", Width::I64, add, vec![start, number(MIDDLE)]);
        // Twice the middle is the least number, as one without sign 2 to the 63.
        let below = vec![moved, number(i64::MIN)];
        let inside = bind("in", Width::I1, Prim::Cmp(CmpOp::Ult, Width::I64), below);
        all = Some(match all {
            None => inside,
            Some(all) => bind("in", Width::I1, Prim::Int(IntOp::And, Width::I1), vec![all, inside]),
        });
    }
    all
}
