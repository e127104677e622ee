//! The builder of tails, which end bodies.

use super::Builder;
use crate::{Atom, Case, Tail, Var};
use types::Ty;

/// Tails.
impl Builder {
    /// Returns.
    pub fn ret(&self, args: impl Into<Vec<Atom>>) -> Tail {
        Tail::Ret(args.into())
    }

    /// Calls, and returns what is returned.
    pub fn tail_call(&self, fun: impl Into<Atom>, args: impl Into<Vec<Atom>>) -> Tail {
        Tail::TailCall { fun: fun.into(), args: args.into(), pos: self.pos }
    }

    /// Jumps to a join point.
    pub fn jump(&self, join: Var, args: impl Into<Vec<Atom>>) -> Tail {
        Tail::Jump { join, args: args.into() }
    }

    /// Raises an exception.
    pub fn raise(&self, exn: impl Into<Atom>) -> Tail {
        Tail::Raise { exn: exn.into(), origin: None, pos: self.pos }
    }

    /// Raises an exception that a handler was given, with its origin, once more.
    pub fn raise_again(&self, exn: impl Into<Atom>, origin: impl Into<Atom>) -> Tail {
        Tail::Raise { exn: exn.into(), origin: Some(origin.into()), pos: self.pos }
    }

    /// Throws to a continuation.
    pub fn throw(&self, cont: impl Into<Atom>, args: impl Into<Vec<Atom>>) -> Tail {
        Tail::Throw { cont: cont.into(), args: args.into(), pos: self.pos }
    }

    /// Cannot be reached.
    pub fn unreachable(&self) -> Tail {
        Tail::Unreachable
    }

    /// Two ways to go on.
    pub fn if_(
        &mut self,
        cond: impl Into<Atom>,
        then: impl FnOnce(&mut Builder) -> Tail,
        els: impl FnOnce(&mut Builder) -> Tail,
    ) -> Tail {
        let then = Box::new(self.body(then));
        Tail::If { cond: cond.into(), then, els: Box::new(self.body(els)) }
    }

    /// A way to go on for each of these values (zero-extended), and one for all
    /// others; `case` is given the value, or nothing for the others.
    pub fn switch(
        &mut self,
        scrutinee: impl Into<Atom>,
        values: &[u64],
        mut case: impl FnMut(&mut Builder, Option<u64>) -> Tail,
    ) -> Tail {
        let cases =
            values.iter().map(|value| (*value, self.body(|b| case(b, Some(*value))))).collect();
        let default = Box::new(self.body(|b| case(b, None)));
        Tail::SwitchInt { scrutinee: scrutinee.into(), cases, default }
    }

    /// A way to go on for each constructor of the scrutinee's sum; `case` is
    /// given its number and variables for its fields.
    ///
    /// # Panics
    /// Panics if the scrutinee's type is not a sum.
    pub fn case(
        &mut self,
        scrutinee: Var,
        mut case: impl FnMut(&mut Builder, u32, &[Var]) -> Tail,
    ) -> Tail {
        let Ty::Sum(sum) = *self.module.types.get(self.ty_of(scrutinee)) else {
            panic!("{scrutinee:?} is of no sum")
        };
        let constructors = self.module.types.sums[sum].constructors.clone();
        let cases = constructors.iter().zip(0..).map(|(constructor, tag)| {
            let fields: Vec<Var> =
                constructor.fields.iter().map(|ty| self.var("field", *ty)).collect();
            let body = self.body(|b| case(b, tag, &fields));
            Case { tag, fields, body }
        });
        let cases = cases.collect();
        Tail::SwitchSum { scrutinee: scrutinee.into(), sum, cases, default: None }
    }
}
