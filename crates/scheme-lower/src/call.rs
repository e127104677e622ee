//! Calls.

use crate::function::Known;
use crate::lower::{Lowering, Slot};
use anf::{Atom, Op, Tail};
use diag::Diagnostic;
use scheme_expand::core::{Exp, ExpKind, Place, Special};
use std::rc::Rc;
use types::Ty;

/// The way to call a procedure.
enum Target {
    /// A function, with these arguments.
    Direct(Atom, Vec<Atom>),
    /// A value that has to be looked at.
    Unknown(Atom, Vec<Atom>),
    /// A known procedure that does not take so many arguments.
    Wrong(Rc<Known>, Vec<Atom>),
}

impl Lowering<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn target(&mut self, function: &Exp, args: &[Exp], place: Place) -> Target {
        let known = match function.kind {
            ExpKind::Var(var) => match &self.slots[var] {
                Slot::Known(known) if !self.is_too_early(var) => Some(known.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(known) = known else {
            let function = self.value(function);
            let args = self.values(args);
            return Target::Unknown(function, args);
        };
        self.need(&known);
        let mut args = self.values(args);
        let Some(clause) = known.clauses.iter().find(|clause| clause.takes(args.len())) else {
            let title = format!("`{}` does not take {} arguments", known.name, args.len());
            let label = "to reach this is an error";
            let warning = Diagnostic::warning(title).at(place.source, place.span, label);
            self.warnings.push(warning.code("arity"));
            return Target::Wrong(known, args);
        };
        if clause.rest {
            let rest = args.split_off(clause.fixed);
            let nil = self.special(Special::Nil);
            args.push(self.list(rest, nil));
        }
        Target::Direct(clause.fun.into(), args)
    }

    pub(crate) fn values(&mut self, exps: &[Exp]) -> Vec<Atom> {
        exps.iter().map(|exp| self.value(exp)).collect()
    }

    /// A call whose value is used.
    pub(crate) fn call(&mut self, function: &Exp, args: &[Exp], place: Place) -> Atom {
        match self.target(function, args, place) {
            Target::Direct(function, args) => {
                let outer = self.at(place);
                let value = self.b.call("x", function, args);
                self.b.at(outer);
                value.into()
            }
            Target::Unknown(function, args) => self.unknown_call(function, args, place),
            Target::Wrong(known, args) => {
                let (name, list) = self.wrong_arguments(&known, args);
                self.root_call("%wrong-arity", vec![name, list], place)
            }
        }
    }

    /// A call whose value is returned.
    pub(crate) fn tail_call(&mut self, function: &Exp, args: &[Exp], place: Place) -> Tail {
        match self.target(function, args, place) {
            Target::Direct(function, args) => {
                let outer = self.at(place);
                let tail = self.b.tail_call(function, args);
                self.b.at(outer);
                tail
            }
            Target::Unknown(function, args) => {
                let outer = self.at(place);
                let tail = self.dispatch_call(function, args, None);
                self.b.at(outer);
                tail
            }
            Target::Wrong(known, args) => {
                let (name, list) = self.wrong_arguments(&known, args);
                self.root_tail("%wrong-arity", vec![name, list], Some(place))
            }
        }
    }

    fn wrong_arguments(&mut self, known: &Known, args: Vec<Atom>) -> (Atom, Atom) {
        let nil = self.special(Special::Nil);
        (self.symbol(&known.name), self.list(args, nil))
    }

    /// A call of a value, which is used.
    pub(crate) fn unknown_call(&mut self, function: Atom, args: Vec<Atom>, place: Place) -> Atom {
        let outer = self.at(place);
        let (join, params) = self.b.declare_block("join", &[("x", self.any)]);
        let value = params[0];
        let body = self.body(|cx| cx.dispatch_call(function, args, Some(join)));
        self.b.branch_into(join, params, body);
        self.b.at(outer);
        value.into()
    }

    /// Calls a value: as it is, if it is a function of so many parameters, else by the library.
    fn dispatch_call(&mut self, function: Atom, args: Vec<Atom>, join: Option<anf::Var>) -> Tail {
        let any = self.any;
        let ty = self.b.types().intern(Ty::Fun(vec![any; args.len()], vec![any]));
        let bool = self.b.types().bool();
        let is = self.b.op("is", bool, Op::Is(ty), [function.clone()]);
        let finish = |cx: &mut Self, function: Atom, args: Vec<Atom>| match join {
            None => cx.b.tail_call(function, args),
            Some(join) => {
                let value = cx.b.call("x", function, args);
                cx.b.jump(join, [value.into()])
            }
        };
        let then = Box::new(self.body(|cx| {
            let code = cx.b.op("f", ty, Op::As(ty), [function.clone()]);
            finish(cx, code.into(), args.clone())
        }));
        let els = Box::new(self.body(|cx| {
            if let [arg] = &args[..] {
                let apply = cx.root_fun("%apply-one");
                return finish(cx, apply, vec![function.clone(), arg.clone()]);
            }
            let nil = cx.special(Special::Nil);
            let list = cx.list(args.clone(), nil);
            let apply = cx.root_fun("%apply-other");
            finish(cx, apply, vec![function.clone(), list])
        }));
        Tail::If { cond: is.into(), then, els }
    }

    /// The function of a procedure of the library that is needed in any case.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn root_fun(&mut self, name: &str) -> Atom {
        let var = self.root_var(name);
        match self.slots[var].clone() {
            Slot::Known(known) => {
                self.need(&known);
                known.clauses[0].fun.into()
            }
            Slot::Given(at) => {
                let any = self.any;
                let value = self.given_value(at);
                let count = if name == "%unbound-variable" { 1 } else { 2 };
                let ty = self.b.types().intern(Ty::Fun(vec![any; count], vec![any]));
                self.b.op("f", ty, Op::As(ty), [value]).into()
            }
            _ => base::bug!("{name} is no procedure"),
        }
    }

    pub(crate) fn root_var(&self, name: &str) -> scheme_expand::core::Var {
        let at = crate::ROOTS.iter().position(|root| *root == name);
        self.roots[at.unwrap_or_else(|| base::bug!("{name} is no root"))]
    }

    /// The value of a variable of the library that is needed in any case.
    pub(crate) fn root(&mut self, name: &str) -> Atom {
        let var = self.root_var(name);
        let place = Place { source: self.program_source(), span: base::Span::new(0, 0) };
        self.variable(var, place)
    }

    pub(crate) fn root_call(&mut self, name: &str, args: Vec<Atom>, place: Place) -> Atom {
        let function = self.root_fun(name);
        let outer = self.at(place);
        let value = self.b.call("x", function, args);
        self.b.at(outer);
        value.into()
    }

    pub(crate) fn root_tail(&mut self, name: &str, args: Vec<Atom>, place: Option<Place>) -> Tail {
        let function = self.root_fun(name);
        let outer = place.map(|place| self.at(place));
        // The frame of the caller is kept, so that a backtrace shows it.
        self.b.call("x", function, args);
        if let Some(outer) = outer {
            self.b.at(outer);
        }
        Tail::Unreachable
    }

    /// Calls a procedure of the library that does not return.
    pub(crate) fn never_returning(&mut self, name: &str, args: Vec<Atom>, place: Place) -> Tail {
        self.root_tail(name, args, Some(place))
    }
}
