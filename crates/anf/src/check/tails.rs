//! The rules of tails, which end bodies.

use super::ops::Values;
use super::{About, Checker, Place, Rule, State};
use crate::{Atom, Body, Case, Tail, Var};
use rustc_hash::FxHashSet;
use types::{SumId, Ty, TyId};

impl<'a> Checker<'a> {
    pub(super) fn tail(&mut self, tail: &'a Tail, place: Place<'_>) {
        let at = About::Node(self.node);
        self.node += 1;
        if self.freestanding {
            self.freestanding_tail(at, tail);
        }
        match tail {
            Tail::Ret(args) => {
                if let Some(args) = self.atoms(at, args) {
                    self.all(at, &Values::Results, place.results, &args);
                }
            }
            Tail::TailCall { fun, args, pos } => {
                self.call(at, fun, args, place.results);
                self.position(at, *pos, "call");
            }
            Tail::Jump { join, args } => self.jump(at, *join, args, place),
            Tail::If { cond, then, els } => {
                if let Some(got) = self.atom(at, cond) {
                    let want = self.types.bool();
                    self.same(at, Rule::Condition, want, got);
                }
                self.body(then, place);
                self.body(els, place);
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                self.switch_int(at, scrutinee, cases);
                for (_, body) in cases {
                    self.body(body, place);
                }
                self.body(default, place);
            }
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                self.switch_sum(at, scrutinee, *sum, cases, default.is_some());
                for case in cases {
                    self.case(at, *sum, case, place);
                }
                if let Some(body) = default {
                    self.body(body, place);
                }
            }
            Tail::Raise { exn, origin, pos } => {
                if let Some(got) = origin.as_ref().and_then(|origin| self.atom(at, origin)) {
                    let want = self.types.intern(Ty::Origin);
                    self.same(at, Rule::Origin, want, got);
                }
                if let Some(got) = self.atom(at, exn) {
                    let want = self.types.intern(Ty::Exn);
                    self.same(at, Rule::Exception, want, got);
                }
                self.position(at, *pos, "exception");
            }
            Tail::Throw { cont, args, pos } => {
                self.throw(at, cont, args);
                self.position(at, *pos, "throw");
            }
            Tail::Unreachable => {}
        }
    }

    fn jump(&mut self, at: About, join: Var, args: &[Atom], place: Place<'_>) {
        let args = self.atoms(at, args);
        let name = self.module.show_var(join);
        let (rule, label) = match self.states[join] {
            State::Join(region) if region == place.region => {
                let params = self.ty_of(join).map(|ty| self.types.get(ty).clone());
                if let (Some(Ty::Cont(params)), Some(args)) = (params, args) {
                    self.all(at, &Values::Arguments, &params, &args);
                }
                return;
            }
            State::Join(_) => (Rule::JumpOut, format!("`{name}` is a join point outside")),
            State::Value => (Rule::JumpToValue, format!("`{name}` is a value")),
            State::Unbound => (Rule::JoinScope, format!("`{name}` is not bound before this")),
            State::Gone => (Rule::JoinScope, format!("the scope of `{name}` has ended")),
        };
        self.error(at, rule, label);
    }

    fn throw(&mut self, at: About, cont: &Atom, args: &[Atom]) {
        let got = self.atom(at, cont);
        let args = self.atoms(at, args);
        let Some(got) = got else { return };
        match (self.types.get(got).clone(), args) {
            (Ty::Cont(params), Some(args)) => self.all(at, &Values::Arguments, &params, &args),
            (Ty::Cont(_), None) => {}
            _ => {
                let label = format!("this is {}, not a continuation", self.show(got));
                self.error(at, Rule::ThrowTarget, label);
            }
        }
    }

    fn switch_int(&mut self, at: About, scrutinee: &Atom, cases: &[(u64, Body)]) {
        let Some(got) = self.atom(at, scrutinee) else { return };
        let Ty::Int(width) = *self.types.get(got) else {
            let label = format!("this is {}, not an integer", self.show(got));
            return self.error(at, Rule::SwitchedInteger, label);
        };
        let mut seen = FxHashSet::default();
        for (value, _) in cases {
            if *value > width.mask() {
                self.error(at, Rule::IntegerFits, format!("case {value} is not an {width}"));
            }
            if !seen.insert(*value) {
                let label = format!("there are two cases for {}", width.sext(*value));
                self.error(at, Rule::CaseTwice, label);
            }
        }
    }

    fn switch_sum(
        &mut self,
        at: About,
        scrutinee: &Atom,
        sum: SumId,
        cases: &[Case],
        default: bool,
    ) {
        let Some(declared) = self.module.types.sums.get(sum) else {
            return self.error(at, Rule::UnknownSum, format!("{sum:?} is not declared"));
        };
        if let Some(got) = self.atom(at, scrutinee) {
            let want = self.types.intern(Ty::Sum(sum));
            self.same(at, Rule::Scrutinee, want, got);
        }
        let mut seen = FxHashSet::default();
        for case in cases {
            if !seen.insert(case.tag) {
                let name = declared.constructors.get(case.tag as usize).map_or("?", |c| &c.name);
                self.error(at, Rule::CaseTwice, format!("there are two cases for `{name}`"));
            }
        }
        let missing = (0u32..).zip(&declared.constructors).find(|(tag, _)| !seen.contains(tag));
        if let Some((_, constructor)) = missing
            && !default
        {
            let label = format!("there is no case for `{}`, and no default", constructor.name);
            self.error(at, Rule::CaseMissing, label);
        }
    }

    fn case(&mut self, at: About, sum: SumId, case: &'a Case, place: Place<'_>) {
        let constructors = self.module.types.sums.get(sum).map_or(&[][..], |sum| &sum.constructors);
        match constructors.get(case.tag as usize) {
            None => self.error(
                at,
                Rule::UnknownConstructor,
                format!("there is no constructor {}", case.tag),
            ),
            Some(constructor) => {
                let got: Vec<TyId> = self.tys_of(&case.fields);
                self.all(at, &Values::Fields(&constructor.name), &constructor.fields, &got);
            }
        }
        let mark = self.in_scope.len();
        self.bind_all(&case.fields);
        self.body(&case.body, place);
        self.leave(mark);
    }
}
