//! Loops over arrays whose bounds no optimiser knows: within the array, up to
//! its end, and beyond.

use super::{Generator, values};
use anf::{Atom, Block, Let, Tail, Var};
use base::Pos;
use prim::{CmpOp, Data, IntOp, Prim};
use types::{Ty, TyId, Width};

/// Rounds of a long loop, at least: more than a strip has.
const LONG: i64 = 9_000;

/// The plan of a loop.
struct Plan {
    array: Atom,
    head: Var,
    bound: Atom,
    cmp: CmpOp,
    step: i64,
    writes: bool,
}

impl Generator<'_> {
    /// A loop over a new array of integers, with a handler around it; what it
    /// has computed is shown.
    pub(super) fn array_loop(&mut self) {
        if self.affords(500) {
            self.loop_over(0);
        }
    }

    /// The same over a large array: longer than what is taken at one go.
    pub(super) fn long_loop(&mut self) {
        self.loop_over(LONG);
    }

    fn loop_over(&mut self, least: i64) {
        let i64 = self.module.types.i64();
        let ty = self.module.types.intern(Ty::Array(i64));
        let any = self.opaque(Width::I64);
        let mut n = self.prim1(Prim::Int(IntOp::And, Width::I64), vec![any, values::int(31)]);
        if least > 0 {
            n = self.prim1(Prim::Int(IntOp::Add, Width::I64), vec![n, values::int(least)]);
        }
        let init = self.value(i64, 1);
        let array = self.op1(Data::ArrayNew, vec![n.clone(), init], ty);
        let up = self.rng.chance(80);
        let near = self.near(&n, &array, i64);
        let (start, bound) = match up {
            true => (values::int(self.rng.pick(&[-1, 0, 0, 0, 2])), near),
            false => (near, values::int(self.rng.pick(&[-1, 0]))),
        };
        let plan = Plan {
            array,
            head: self.fresh_cont("loop", &[i64, i64]),
            bound,
            cmp: self.rng.pick(if up {
                &[CmpOp::Slt, CmpOp::Sle]
            } else {
                &[CmpOp::Sgt, CmpOp::Sge]
            }),
            step: if up { self.rng.pick(&[1, 1, 1, 2]) } else { -1 },
            writes: self.rng.chance(50),
        };
        let body = self.alone(|cx| cx.loop_from(&plan, start, i64));
        let mark = self.scope.len();
        let exn = self.bind_exn();
        let handler = self.alone(|_| Tail::Ret(vec![values::int(-7)]));
        self.scope.truncate(mark);
        let dst = self.fresh("sum", i64);
        let pos = self.pos();
        self.push(Let::Handle { dst: vec![dst], body, exn, origin: None, handler, pos });
        self.enter(dst);
        self.pay(350);
        let tag = self.rng.below(1000) as i64;
        self.call_report(tag, Atom::Var(dst));
    }

    /// The length, or one more or less.
    fn near(&mut self, n: &Atom, array: &Atom, i64: TyId) -> Atom {
        let moved = |op| (Prim::Int(op, Width::I64), vec![n.clone(), values::int(1)]);
        let (prim, args) = match self.rng.below(5) {
            0 => return n.clone(),
            1 | 2 => return self.op1(Data::ArrayLen, vec![array.clone()], i64),
            3 => moved(IntOp::Add),
            _ => moved(IntOp::Sub),
        };
        self.prim1(prim, args)
    }

    fn loop_from(&mut self, plan: &Plan, start: Atom, i64: TyId) -> Tail {
        let mark = self.scope.len();
        let params = self.bind_all("i", &[i64, i64]);
        let (i, sum) = (Atom::Var(params[0]), Atom::Var(params[1]));
        let body = self.alone(|cx| {
            let args = vec![i.clone(), plan.bound.clone()];
            let cond = cx.prim1(Prim::Cmp(plan.cmp, Width::I64), args);
            let then = Box::new(cx.alone(|cx| cx.round(plan, i, sum.clone(), i64)));
            let els = Box::new(cx.alone(|_| Tail::Ret(vec![sum])));
            Tail::If { cond, then, els }
        });
        self.scope.truncate(mark);
        self.push(Let::Join(Block { name: plan.head, params, body, pos: Pos::NONE }));
        // Steps on the way to the loop, of which the last may leave the cluster.
        let first = (0..3).fold(plan.head, |next, _| self.way(next, i64));
        Tail::Jump { join: first, args: vec![start, values::int(0)] }
    }

    /// A join point that only goes on to another with what it is given.
    fn way(&mut self, next: Var, i64: TyId) -> Var {
        let name = self.fresh_cont("way", &[i64, i64]);
        let mark = self.scope.len();
        let params = self.bind_all("w", &[i64, i64]);
        let args = params.iter().map(|param| Atom::Var(*param)).collect();
        let body = self.alone(|_| Tail::Jump { join: next, args });
        self.scope.truncate(mark);
        self.push(Let::Join(Block { name, params, body, pos: Pos::NONE }));
        name
    }

    fn round(&mut self, plan: &Plan, i: Atom, sum: Atom, i64: TyId) -> Tail {
        let int = |op| Prim::Int(op, Width::I64);
        let x = self.op1(Data::ArrayGet, vec![plan.array.clone(), i.clone()], i64);
        let x = self.prim1(int(IntOp::Xor), vec![x, i.clone()]);
        let sum = self.prim1(int(IntOp::Add), vec![sum, x]);
        if plan.writes {
            self.effect(Data::ArraySet, vec![plan.array.clone(), i.clone(), sum.clone()]);
        }
        let next = self.prim1(int(IntOp::Add), vec![i, values::int(plan.step)]);
        Tail::Jump { join: plan.head, args: vec![next, sum] }
    }
}
