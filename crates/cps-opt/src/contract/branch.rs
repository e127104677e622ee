//! Branches: those that are decided, and what is known inside the others.

use super::fact::Fact;
use super::{Contract, Next};
use base::Pos;
use cps::{Atom, Body, Tail, Var};
use faults::{Fault, on};
use prim::Const;
use types::{SumId, Ty, Width};

impl Contract<'_> {
    pub(super) fn if_(
        &mut self,
        mut cond: Atom,
        mut then: Body,
        mut els: Body,
        outer: Pos,
    ) -> Next {
        loop {
            self.atom(&mut cond);
            match &cond {
                Atom::Const(Const::Int(_, n)) => {
                    let body = if *n != 0 { then } else { els };
                    self.count("known branch");
                    return Next::Body(body, outer);
                }
                Atom::Var(v) => {
                    let Fact::Not(other) = &self.facts[*v] else { break };
                    cond = other.clone();
                    std::mem::swap(&mut then, &mut els);
                    self.count("negated branch");
                }
                Atom::Const(_) => break,
            }
        }
        let then = self.branch(then, outer, |cx| cx.assume_bool(&cond, true));
        let els = self.branch(els, outer, |cx| cx.assume_bool(&cond, false));
        if let Some(tail) = self.same_jump(&cond, &then, &els) {
            self.uncount(&then);
            self.uncount(&els);
            self.count("branch to one place");
            return Next::Done(tail);
        }
        Next::Done(Tail::If { cond, then: Box::new(then), els: Box::new(els) })
    }

    /// Rebuilds a branch with what is known in it.
    fn branch(&mut self, body: Body, outer: Pos, learn: impl FnOnce(&mut Self)) -> Body {
        let mark = self.undo.len();
        let handler = self.handler;
        learn(self);
        let body = self.body(body, outer);
        self.handler = handler;
        while self.undo.len() > mark {
            if let Some((v, atom, fact)) = self.undo.pop() {
                self.subst[v] = atom;
                self.facts[v] = fact;
            }
        }
        body
    }

    fn assume(&mut self, v: Var, atom: Option<Atom>, fact: Fact) {
        let before = std::mem::replace(&mut self.facts[v], fact);
        let atom = std::mem::replace(&mut self.subst[v], atom);
        self.undo.push((v, atom, before));
    }

    fn assume_bool(&mut self, cond: &Atom, value: bool) {
        let Atom::Var(v) = cond else { return };
        let equal = match (&self.facts[*v], value) {
            (Fact::Equal(Atom::Var(x), constant), true)
            | (Fact::Differs(Atom::Var(x), constant), false) => Some((*x, constant.clone())),
            (Fact::Equal(Atom::Var(x), constant), _) if on(Fault::ContractElseEquals) => {
                Some((*x, constant.clone()))
            }
            _ => None,
        };
        if let Some((x, constant)) = equal
            && self.subst[x].is_none()
        {
            let fact = self.facts[x].clone();
            self.assume(x, Some(Atom::Const(constant)), fact);
        }
        self.assume(*v, Some(Atom::Const(Const::bool(value))), Fact::Unknown);
    }

    /// `if c { jump k true } else { jump k false }` is `jump k c`.
    fn same_jump(&self, cond: &Atom, then: &Body, els: &Body) -> Option<Tail> {
        if !then.lets.is_empty() || !els.lets.is_empty() {
            return None;
        }
        let (Tail::Jump { k, args }, Tail::Jump { k: l, args: brgs }) = (&then.tail, &els.tail)
        else {
            return None;
        };
        let yes = Atom::Const(Const::bool(true));
        let no = Atom::Const(Const::bool(false));
        if k != l || args.len() != brgs.len() {
            return None;
        }
        let merge = |(a, b): (&Atom, &Atom)| {
            if a == b {
                Some(a.clone())
            } else if *a == yes && *b == no {
                Some(cond.clone())
            } else {
                None
            }
        };
        let args = args.iter().zip(brgs).map(merge).collect::<Option<_>>()?;
        Some(Tail::Jump { k: *k, args })
    }

    pub(super) fn switch_int(
        &mut self,
        mut scrutinee: Atom,
        cases: Vec<(u64, Body)>,
        default: Body,
        outer: Pos,
    ) -> Next {
        self.atom(&mut scrutinee);
        if let Atom::Const(Const::Int(_, n)) = scrutinee {
            self.count("known branch");
            let case = cases.into_iter().find(|(value, _)| *value == n);
            return Next::Body(case.map_or(default, |(_, body)| body), outer);
        }
        if cases.is_empty() {
            self.count("known branch");
            return Next::Body(default, outer);
        }
        let width = match scrutinee.var().map(|v| self.module.types.get(self.module.ty(v))) {
            Some(Ty::Int(width)) => *width,
            _ => Width::I64,
        };
        let mut rebuilt = Vec::with_capacity(cases.len());
        for (n, body) in cases {
            let body = self.branch(body, outer, |cx| {
                if let Atom::Var(v) = scrutinee {
                    cx.assume(v, Some(Atom::Const(Const::Int(width, n))), Fact::Unknown);
                }
            });
            rebuilt.push((n, body));
        }
        let default = Box::new(self.branch(default, outer, |_| {}));
        Next::Done(Tail::SwitchInt { scrutinee, cases: rebuilt, default })
    }

    pub(super) fn switch_sum(
        &mut self,
        mut scrutinee: Atom,
        sum: SumId,
        cases: Vec<(u32, Body)>,
        default: Option<Box<Body>>,
        outer: Pos,
    ) -> Next {
        self.atom(&mut scrutinee);
        let Atom::Var(v) = scrutinee else {
            return Next::Done(Tail::SwitchSum { scrutinee, sum, cases, default });
        };
        let all = self.module.types.sums[sum].constructors.len();
        let known = if let Fact::Con(tag, _) = &self.facts[v] {
            Some(*tag)
        } else {
            (all == 1).then_some(0)
        };
        if let Some(tag) = known {
            self.count("known branch");
            let case = cases.into_iter().find(|(value, _)| *value == tag).map(|(_, body)| body);
            let body = case.or(default.map(|body| *body));
            return match body {
                Some(body) => Next::Body(body, outer),
                None => Next::Done(Tail::Unreachable),
            };
        }
        if cases.is_empty()
            && let Some(default) = default
        {
            self.count("known branch");
            return Next::Body(*default, outer);
        }
        self.switch_unknown(v, sum, cases, default, outer)
    }

    fn switch_unknown(
        &mut self,
        v: Var,
        sum: SumId,
        cases: Vec<(u32, Body)>,
        default: Option<Box<Body>>,
        outer: Pos,
    ) -> Next {
        let all = self.module.types.sums[sum].constructors.len() as u32;
        let tags: Vec<u32> = cases.iter().map(|(tag, _)| *tag).collect();
        let mut rebuilt = Vec::with_capacity(cases.len());
        for (tag, body) in cases {
            let body = self.branch(body, outer, |cx| cx.assume(v, None, Fact::Con(tag, None)));
            rebuilt.push((tag, body));
        }
        // A default for no constructor at all cannot be reached.
        let covered = tags.len() as u32 == all;
        let default = default.filter(|_| !covered).map(|body| {
            let left = if on(Fault::ContractLastConstructor) { 2 } else { 1 };
            let last = if tags.len() as u32 + left == all {
                (0..all).find(|tag| !tags.contains(tag))
            } else {
                None
            };
            let learn = |cx: &mut Self| {
                if let Some(tag) = last {
                    cx.assume(v, None, Fact::Con(tag, None));
                }
            };
            Box::new(self.branch(*body, outer, learn))
        });
        Next::Done(Tail::SwitchSum { scrutinee: Atom::Var(v), sum, cases: rebuilt, default })
    }
}
