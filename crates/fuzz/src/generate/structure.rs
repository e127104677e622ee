//! Branches, join points and loops.

use super::{Generator, Goal, values};
use anf::{Atom, Block, Body, Case, Let, Tail};
use base::Pos;
use prim::{CmpOp, Const, Data, IntOp, Prim};
use types::{SumId, Ty, TyId, Width};

/// A way for a body to go on.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// It does not.
    Simple,
    /// In branches that all go where it is to go.
    Branch,
    /// In branches that meet again.
    Diamond,
    Loop,
}

impl Generator<'_> {
    /// `if`, `switch` or `case`, each branch to the same goal.
    pub(super) fn branch(&mut self, goal: &Goal, depth: u32) -> Tail {
        match self.rng.below(10) {
            0..=3 => self.branch_if(goal, depth),
            4..=6 => self.branch_int(goal, depth),
            _ if self.here.c_result.is_some() => self.branch_int(goal, depth),
            _ => self.branch_sum(goal, depth),
        }
    }

    fn arm(&mut self, goal: &Goal, depth: u32) -> Body {
        let statements = self.rng.below(5);
        self.body_for(goal.clone(), depth.saturating_sub(1), statements)
    }

    fn branch_if(&mut self, goal: &Goal, depth: u32) -> Tail {
        let cond = if self.rng.chance(70) {
            self.comparison()
        } else {
            let i1 = self.module.types.bool();
            self.value(i1, 1)
        };
        let then = Box::new(self.arm(goal, depth));
        let els = Box::new(self.arm(goal, depth));
        Tail::If { cond, then, els }
    }

    /// An `i1` that is not the same every time.
    fn comparison(&mut self) -> Atom {
        let width = self.rng.pick(&[Width::I64, Width::I64, Width::I32, Width::I8]);
        let ty = self.module.types.int(width);
        if self.rng.chance(30) {
            // A variable of few values, which branches will use as it is the latest.
            let mask = Atom::Const(Const::Int(width, 3));
            let x = self.value(ty, 1);
            let small = self.prim1(Prim::Int(IntOp::And, width), vec![x, mask]);
            let constant = Atom::Const(Const::Int(width, self.rng.below(4) as u64));
            let op = self.rng.pick(&[CmpOp::Eq, CmpOp::Eq, CmpOp::Ne, CmpOp::Ult]);
            return self.prim1(Prim::Cmp(op, width), vec![small, constant]);
        }
        let args = self.values(&[ty, ty], 1);
        let op = self.rng.pick(CmpOp::ALL);
        self.prim1(Prim::Cmp(op, width), args)
    }

    fn branch_int(&mut self, goal: &Goal, depth: u32) -> Tail {
        let width = self.rng.pick(&Width::ALL);
        let ty = self.module.types.int(width);
        let mut scrutinee = self.value(ty, 1);
        let mut cases: Vec<u64> = Vec::new();
        // All values of a few bits, so that the default is never reached.
        let complete = width != Width::I1 && self.rng.chance(30);
        if complete {
            let mask = Atom::Const(Const::Int(width, 3));
            scrutinee = self.prim1(Prim::Int(IntOp::And, width), vec![scrutinee, mask]);
            cases.extend(0..4);
        } else {
            for _ in 0..self.rng.pick(&[0, 1, 2, 3, 6]) {
                let Const::Int(_, bits) = self.int_const(width) else { continue };
                if !cases.contains(&bits) {
                    cases.push(bits);
                }
            }
        }
        let cases = cases.into_iter().map(|bits| (bits, self.arm(goal, depth))).collect();
        let default = if complete {
            Body { lets: Vec::new(), tail: Tail::Unreachable }
        } else {
            self.arm(goal, depth)
        };
        Tail::SwitchInt { scrutinee, cases, default: Box::new(default) }
    }

    fn some_sum(&mut self) -> SumId {
        let sums: Vec<SumId> = self.module.types.sums.iter().map(|(id, _)| id).collect();
        self.rng.pick(&sums)
    }

    fn branch_sum(&mut self, goal: &Goal, depth: u32) -> Tail {
        let sum = self.some_sum();
        let ty = self.module.types.intern(Ty::Sum(sum));
        let scrutinee = if self.rng.chance(50) { self.value(ty, 2) } else { self.one_of_two(ty) };
        self.branch_on(scrutinee, sum, goal, depth)
    }

    /// A value of which no optimiser knows which of two it is.
    fn one_of_two(&mut self, ty: TyId) -> Atom {
        let array = self.module.types.intern(Ty::Array(ty));
        let both = self.values(&[ty, ty], 2);
        let both = self.op1(Data::ArrayLit, both, array);
        let any = self.opaque(Width::I64);
        let args = vec![any, values::int(1)];
        let index = self.prim1(Prim::Int(IntOp::And, Width::I64), args);
        self.op1(Data::ArrayGetU, vec![both, index], ty)
    }

    fn branch_on(&mut self, scrutinee: Atom, sum: SumId, goal: &Goal, depth: u32) -> Tail {
        let constructors = self.module.types.sums[sum].constructors.clone();
        let mut tags: Vec<u32> = (0..constructors.len() as u32).collect();
        let with_default = self.rng.chance(40);
        if with_default {
            tags.retain(|_| self.rng.chance(60));
        }
        if self.rng.chance(30) {
            tags.reverse();
        }
        let mut cases = Vec::new();
        for tag in tags {
            let mark = self.scope.len();
            let fields = self.bind_all("f", &constructors[tag as usize].fields);
            let body = self.arm(goal, depth);
            self.scope.truncate(mark);
            cases.push(Case { tag, fields, body });
        }
        // Now and then the default asks again.
        let again = scrutinee.var().is_some() && depth > 0 && self.rng.chance(40);
        let default = with_default.then(|| match again {
            true => self.alone(|cx| cx.branch_on(scrutinee.clone(), sum, goal, depth - 1)),
            false => self.arm(goal, depth),
        });
        let default = default.map(Box::new);
        Tail::SwitchSum { scrutinee, sum, cases, default }
    }

    /// Branches to a join point behind which the body goes on.
    pub(super) fn diamond(&mut self, depth: u32) -> Tail {
        let tys = self.some_types(0, 3);
        let join = self.fresh_cont("j", &tys);
        let mark = self.scope.len();
        let params = self.bind_all("p", &tys);
        let statements = self.rng.between(1, 6);
        let body = self.body_for(self.here.goal.clone(), depth - 1, statements);
        self.scope.truncate(mark);
        self.push(Let::Join(Block { name: join, params, body, pos: Pos::NONE }));
        self.branch(&Goal::Jump(join, tys), depth)
    }

    /// A loop that counts down, behind which the body goes on.
    pub(super) fn count_loop(&mut self, depth: u32) -> Tail {
        let i64 = self.module.types.i64();
        let carried = self.some_types(0, 4);
        let tys: Vec<_> = [i64].into_iter().chain(carried.iter().copied()).collect();
        let head = self.fresh_cont("loop", &tys);
        let mark = self.scope.len();
        let params = self.bind_all("i", &tys);
        let counter = params[0];
        let turns = self.rng.pick(&[1, 2, 3, 5, 9]);
        let body = self.alone(|cx| {
            let args = vec![Atom::Var(counter), values::int(0)];
            let cond = cx.prim1(Prim::Cmp(CmpOp::Sgt, Width::I64), args);
            let els = Box::new(cx.arm(&cx.here.goal.clone(), depth));
            let (times, in_loop) = (cx.here.times, cx.here.in_loop);
            cx.here.times *= turns;
            cx.here.in_loop = true;
            let then =
                Box::new(cx.arm(&Goal::Loop { head, counter, carried: carried.clone() }, depth));
            (cx.here.times, cx.here.in_loop) = (times, in_loop);
            Tail::If { cond, then, els }
        });
        self.scope.truncate(mark);
        self.push(Let::Join(Block { name: head, params, body, pos: Pos::NONE }));
        let mut args = vec![values::int(turns as i64)];
        args.extend(self.values(&carried, 1));
        Tail::Jump { join: head, args }
    }
}
