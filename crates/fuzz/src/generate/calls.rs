//! Calls of functions, known and unknown.

use super::scope::Known;
use super::{Generator, values};
use anf::{Atom, Let, Tail, Var};
use prim::{IntOp, Prim};
use types::{Ty, TyId, Width};

/// Steps of a call of a function that nothing is known of.
const UNKNOWN_COST: u64 = 60;

impl Generator<'_> {
    /// Calls a function by name.
    pub(super) fn call_statement(&mut self) {
        match self.callable(|_| true) {
            Some((known, args)) => {
                self.call(Atom::Var(known.var), args, &known.results);
            }
            None => self.report(),
        }
    }

    /// A tail call of a function that gives these results.
    pub(super) fn tail_call(&mut self, results: &[TyId]) -> Option<Tail> {
        if let Some((known, args)) = self.callable(|known| known.results == results) {
            return Some(Tail::TailCall { fun: Atom::Var(known.var), args, pos: self.pos() });
        }
        if self.here.closed || !self.affords(UNKNOWN_COST) {
            return None;
        }
        let gives = |cx: &Generator<'_>, bound: &super::Bound| matches!(cx.module.types.get(bound.ty), Ty::Fun(_, r) if r == results);
        let fun = self.pick_bound(gives)?.var;
        let args = self.unknown_args(fun);
        self.pay(UNKNOWN_COST);
        Some(Tail::TailCall { fun: Atom::Var(fun), args, pos: self.pos() })
    }

    /// A function that may be called here, and arguments for it.
    fn callable(&mut self, fits: impl Fn(&Known) -> bool) -> Option<(Known, Vec<Atom>)> {
        if let Some(call) = self.recursive(&fits) {
            return Some(call);
        }
        let found: Vec<Known> = self
            .known
            .iter()
            .filter(|k| (k.closed || !self.here.closed) && self.affords(k.cost) && fits(k))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        let (a, b) = (self.rng.below(found.len()), self.rng.below(found.len()));
        let known = found[a.max(b)].clone();
        self.pay(known.cost);
        let mut args = self.values(&known.params, 1);
        if known.counts {
            args[0] = values::int(self.rng.below(12) as i64);
        }
        Some((known, args))
    }

    /// The function around or a sibling of it, with a lower count.
    fn recursive(&mut self, fits: &impl Fn(&Known) -> bool) -> Option<(Known, Vec<Atom>)> {
        if self.here.in_loop || !self.rng.chance(60) {
            return None;
        }
        let counter = self.here.counter.as_mut().filter(|counter| counter.calls > 0)?;
        let found: Vec<Known> = counter.group.iter().filter(|known| fits(known)).cloned().collect();
        if found.is_empty() {
            return None;
        }
        counter.calls -= 1;
        let left = Atom::Var(counter.left);
        let known = self.rng.pick(&found);
        let mut args = self.values(&known.params, 1);
        args[0] = self.prim1(Prim::Int(IntOp::Sub, Width::I64), vec![left, values::int(1)]);
        Some((known, args))
    }

    pub(super) fn call(&mut self, fun: Atom, args: Vec<Atom>, results: &[TyId]) -> Vec<Var> {
        let dst: Vec<Var> = results.iter().map(|ty| self.fresh("r", *ty)).collect();
        let pos = self.pos();
        self.push(Let::Call { dst: dst.clone(), fun, args, pos });
        dst.iter().for_each(|var| self.enter(*var));
        dst
    }

    /// Calls a function that is a value.
    pub(super) fn unknown_call(&mut self) {
        let is_fun = |cx: &Generator<'_>, bound: &super::Bound| {
            matches!(cx.module.types.get(bound.ty), Ty::Fun(..))
        };
        let found = if self.affords(UNKNOWN_COST) { self.pick_bound(is_fun) } else { None };
        let Some(fun) = found else { return self.report() };
        let Ty::Fun(_, results) = self.module.types.get(fun.ty).clone() else {
            unreachable!("a function was picked")
        };
        let args = self.unknown_args(fun.var);
        self.pay(UNKNOWN_COST);
        self.call(Atom::Var(fun.var), args, &results);
    }

    fn unknown_args(&mut self, fun: Var) -> Vec<Atom> {
        let Ty::Fun(params, _) = self.module.types.get(self.ty(fun)).clone() else {
            unreachable!("a function was picked")
        };
        self.values(&params, 1)
    }

    /// A call that takes a unit of fuel; its result says whether there was any.
    pub(super) fn burn(&mut self) -> Atom {
        let burn = Atom::Var(self.helper("burn"));
        let i1 = self.module.types.bool();
        self.pay(5);
        Atom::Var(self.call(burn, vec![], &[i1])[0])
    }

    /// A function of the prelude from a type to itself.
    pub(super) fn call_helper(&mut self, name: &str, arg: Atom) -> Atom {
        let ty = self.ty_of(&arg);
        let helper = Atom::Var(self.helper(name));
        self.pay(6);
        Atom::Var(self.call(helper, vec![arg], &[ty])[0])
    }
}
