//! Applications.

use super::bind::Callee;
use super::{Arm, Cx, Dest, Row, Val};
use anf::{Atom, Fun, Tail};
use prim::Data;
use sml_elab::core::{Exp, ExpKind, Failing};
use types::{Ty as Anf, TyId};

/// An application of which all but the last call is evaluated.
pub(super) enum Applied {
    /// A call is left.
    Call(Atom, Vec<Atom>),
    /// It is done.
    Val(Val),
    /// It does not return.
    Ends(Tail),
}

impl<'p> Cx<'p> {
    /// The value of an application.
    pub(super) fn app(&mut self, e: &'p Exp) -> Val {
        if let ExpKind::App(head, arg) = &e.kind
            && let ExpKind::Fn(rules) = &head.kind
            && let [rule] = &rules[..]
            && self.irrefutable(&rule.pat)
        {
            let val = self.exp(arg);
            self.bind(&rule.pat, val);
            return self.exp(&rule.exp);
        }
        if self.applies_fn(e) {
            return self.join(e);
        }
        match self.applied(e) {
            Applied::Call(fun, args) => Self::arrived(&self.kept.b.calls(&[], fun, args)),
            Applied::Val(val) => val,
            Applied::Ends(tail) => {
                let ty = self.ty(e.ty);
                self.dead(tail, ty)
            }
        }
    }

    /// Ends the body with an application.
    pub(super) fn tail_app(&mut self, e: &'p Exp, dest: Dest) -> Tail {
        if self.applies_fn(e)
            && let ExpKind::App(head, arg) = &e.kind
            && let ExpKind::Fn(rules) = &head.kind
        {
            let val = self.exp(arg);
            let rows =
                rules.iter().map(|r| Row { pats: vec![&r.pat], arm: Arm::Exp(&r.exp) }).collect();
            return self.matching(vec![val], rows, Failing::Match, head.loc, dest);
        }
        match (self.applied(e), dest) {
            (Applied::Call(fun, args), Dest::Ret) => self.kept.b.tail_call(fun, args),
            (Applied::Call(fun, args), Dest::Jump(_)) => {
                let val = Self::arrived(&self.kept.b.calls(&[], fun, args));
                self.give(val, dest)
            }
            (Applied::Val(val), _) => self.give(val, dest),
            (Applied::Ends(tail), _) => tail,
        }
    }

    fn applies_fn(&self, e: &Exp) -> bool {
        matches!(&e.kind, ExpKind::App(head, _) if matches!(head.kind, ExpKind::Fn(_)))
    }

    /// Evaluates the parts of an application.
    fn applied(&mut self, e: &'p Exp) -> Applied {
        // The applications, outermost first.
        let mut spine = Vec::new();
        let mut head = e;
        while let ExpKind::App(fun, arg) = &head.kind
            && !self.applies_fn(head)
        {
            spine.push((head, &**arg));
            head = fun;
        }
        self.at(head.loc);
        let callee = self.callee(head);
        let (mut applied, mut rest) = self.first_call(callee, &spine);
        while let Some(((at, arg), outer)) = rest.split_last() {
            let fun = match applied {
                Applied::Call(fun, args) => Self::arrived(&self.kept.b.calls(&[], fun, args)),
                Applied::Val(val) => val,
                Applied::Ends(tail) => return Applied::Ends(tail),
            };
            let arg = self.exp(arg);
            self.at(at.loc);
            let (fun, args) = (self.atom(&fun), self.travel(&arg));
            applied = Applied::Call(fun, args);
            rest = outer;
        }
        applied
    }

    /// Applies a callee to as many arguments as it takes at once; gives the applications
    /// that are left.
    fn first_call<'s>(
        &mut self,
        callee: Callee<'p>,
        spine: &'s [(&'p Exp, &'p Exp)],
    ) -> (Applied, &'s [(&'p Exp, &'p Exp)]) {
        let Some(((at, arg), outer)) = spine.split_last() else {
            return (Applied::Val(self.callee_value(callee)), &[]);
        };
        match callee {
            Callee::Known(known) => {
                let taken = known.params.len().min(spine.len());
                let (rest, now) = spine.split_at(spine.len() - taken);
                let vals: Vec<Val> = now.iter().rev().map(|(_, arg)| self.exp(arg)).collect();
                self.at(now[0].0.loc);
                let args: Vec<Vec<Atom>> = vals.iter().map(|val| self.travel(val)).collect();
                if taken < known.params.len() {
                    return (Applied::Val(self.partial(&known, args)), rest);
                }
                let args = args.into_iter().flatten().collect();
                (Applied::Call(known.worker.into(), args), rest)
            }
            Callee::Val(fun) => {
                let arg = self.exp(arg);
                self.at(at.loc);
                let (fun, args) = (self.atom(&fun), self.travel(&arg));
                (Applied::Call(fun, args), outer)
            }
            Callee::Prim(operation, arg_ty, result) => {
                let arg = self.exp(arg);
                self.at(at.loc);
                (self.prim(operation, arg, arg_ty, result), outer)
            }
            Callee::Con(con, tag, ty, _) => {
                let arg = self.exp(arg);
                self.at(at.loc);
                (Applied::Val(self.construct(con, tag, ty, Some(arg))), outer)
            }
            Callee::Excon(var, _) => {
                let arg = self.exp(arg);
                self.at(at.loc);
                (Applied::Val(self.exn(var, Some(arg))), outer)
            }
        }
    }

    /// An exception.
    fn exn(&mut self, var: sml_elab::core::Var, arg: Option<Val>) -> Val {
        let (con, carried) = self.exncon(var);
        let mut args = vec![con];
        if let Some(arg) = arg {
            args.extend(self.carry(arg, carried.len()));
        }
        let ty = self.kept.b.types().intern(Anf::Exn);
        Val::from(self.kept.b.op("e", ty, Data::Exn, args))
    }

    /// A callee that is used as a value.
    pub(super) fn callee_value(&mut self, callee: Callee<'p>) -> Val {
        match callee {
            Callee::Known(known) => self.known_value(&known),
            Callee::Val(val) => val,
            Callee::Prim(operation, arg, result) => {
                let body = |cx: &mut Self, val| match cx.prim(operation, val, arg, result) {
                    Applied::Call(fun, args) => cx.kept.b.tail_call(fun, args),
                    Applied::Val(val) => cx.give(val, Dest::Ret),
                    Applied::Ends(tail) => tail,
                };
                self.eta(&operation.name, arg, result, body)
            }
            Callee::Con(con, tag, ty, None) => self.construct(con, tag, ty, None),
            Callee::Con(con, tag, ty, Some(arg)) => self.eta("con", arg, ty, |cx, val| {
                let val = cx.construct(con, tag, ty, Some(val));
                cx.give(val, Dest::Ret)
            }),
            Callee::Excon(var, None) => self.exn(var, None),
            Callee::Excon(var, Some(arg)) => {
                let ty = self.kept.b.types().intern(Anf::Exn);
                self.eta("exn", arg, ty, |cx, val| {
                    let val = cx.exn(var, Some(val));
                    cx.give(val, Dest::Ret)
                })
            }
        }
    }

    /// A function of one parameter with this body.
    fn eta(
        &mut self,
        name: &str,
        arg: TyId,
        result: TyId,
        body: impl FnOnce(&mut Self, Val) -> Tail,
    ) -> Val {
        let (types, results) = (self.slots(arg), self.slots(result));
        let name = self.kept.b.declare(name, &types, &results);
        let (params, results) = self.kept.b.params(name, &[]);
        let pos = self.loc.map_or(base::Pos::NONE, |loc| self.pos(loc));
        self.kept.b.open();
        let tail = body(self, Self::arrived(&params));
        let body = self.kept.b.close(tail);
        self.kept.b.funs(vec![Fun { name, params, results, body, pos }]);
        Val::from(name)
    }
}
