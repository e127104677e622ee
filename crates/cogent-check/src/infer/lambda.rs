//! Functions without a name.
//!
//! They use no variables of the function around them, and become functions of their own. So
//! they can be checked whenever the types of their arguments are known, which is often only
//! after the arguments that stand beside them.

use super::Checker;
use super::call::{called, composition};
use crate::core::{self, ExprKind, FunId, Function, Local};
use crate::types::{Ops, Ty, TypeKind};
use cogent_syntax::ast::{Expr, ExprKind as Written, Place};

/// A lambda that is to be checked when more is known.
#[derive(Clone, Copy)]
pub(super) struct Later<'a> {
    id: FunId,
    lambda: &'a Expr,
    arg: Ty,
    result: Ty,
}

/// A lambda that has been checked.
pub(super) struct Lifted {
    pub(super) id: FunId,
    pub(super) arg: Ty,
    pub(super) result: Ty,
    pub(super) param: Local,
    pub(super) body: core::Expr,
}

impl<'a> Checker<'a> {
    pub(super) fn lambda(&mut self, lambda: &'a Expr, want: Option<Ty>) -> core::Expr {
        let place = lambda.place;
        let (mut arg, result) = self.wanted_function(want, place);
        if let Written::Lambda(pat, Some(ty), _) = &lambda.kind {
            let ty = self.resolve(ty);
            if !self.below(arg, ty) {
                self.mismatch(ty, arg, pat.place);
            }
            arg = ty;
        }
        let (id, expr) = self.lifted(arg, result, place);
        self.later.push(Later { id, lambda, arg, result });
        let arg = self.shallow(arg);
        if !self.types().has_holes(arg) {
            self.flush(self.later.len() - 1);
        }
        expr
    }

    /// The types of the argument and the result, as far as they are wanted.
    fn wanted_function(&mut self, want: Option<Ty>, place: Place) -> (Ty, Ty) {
        let wanted = want.and_then(|want| self.function_hole(want, place));
        wanted.unwrap_or_else(|| (self.hole(place), self.hole(place)))
    }

    /// A new function, with all type variables of this one, and a use of it.
    pub(super) fn lifted(&mut self, arg: Ty, result: Ty, place: Place) -> (FunId, core::Expr) {
        let functions = &mut self.globals.core.functions;
        let name = format!("{}.{}", self.name, self.lambdas + 1).into();
        self.lambdas += 1;
        let vars = self.vars.clone();
        let id =
            functions.push(Function { name, vars, arg, result, body: None, inline: true, place });
        let args = self.var_names.clone().into_iter();
        let args = args.map(|name| self.types().add(TypeKind::Var(name, Ops::default()))).collect();
        let ty = self.types().add(TypeKind::Fn(arg, result));
        (id, core::Expr { kind: ExprKind::Fun(id, args, false), ty, place })
    }

    /// Checks the lambdas that wait, from this one on.
    pub(super) fn flush(&mut self, first: usize) {
        while self.later.len() > first {
            let Later { id, lambda, arg, result } = self.later.remove(first);
            let Written::Lambda(pat, _, body) = &lambda.kind else { continue };
            let outer = std::mem::replace(&mut self.barrier, self.variables.len());
            let later = self.later.len();
            let param = self.fresh(arg, pat.place);
            let value = self.fresh_use(param, pat.place);
            let (mut binds, mut locals) = (Vec::new(), Vec::new());
            self.bind(pat, value, &mut binds, &mut locals);
            self.enter(&locals);
            let body = self.check(body, result);
            self.leave(&locals, later);
            self.barrier = outer;
            let body = super::expr::block(binds, body);
            self.lifted.push(Lifted { id, arg, result, param, body });
        }
    }

    /// `f o g` that is not called.
    pub(super) fn composed(&mut self, expr: &'a Expr, want: Option<Ty>) -> core::Expr {
        let place = expr.place;
        let (arg, result) = self.wanted_function(want, place);
        let outer = std::mem::replace(&mut self.barrier, self.variables.len());
        let param = self.fresh(arg, place);
        let mut body = self.fresh_use(param, place);
        for function in composition(expr) {
            let callee = self.expr(function, None);
            let (from, to) = self.function_type(&callee);
            body = self.coerce(body, from);
            body = called(callee, body, to, place);
        }
        let body = self.coerce(body, result);
        self.barrier = outer;
        let (id, expr) = self.lifted(arg, result, place);
        self.lifted.push(Lifted { id, arg, result, param, body });
        expr
    }

    /// A function as one of another type: a function that calls it.
    pub(super) fn adapted(&mut self, function: core::Expr, arg: Ty, result: Ty) -> core::Expr {
        let place = function.place;
        let TypeKind::Fn(from, to) = self.types().kind(function.ty).clone() else {
            return function;
        };
        let param = self.fresh(arg, place);
        let value = self.fresh_use(param, place);
        let value = promoted(value, from);
        let body = promoted(called(function, value, to, place), result);
        let (id, expr) = self.lifted(arg, result, place);
        self.lifted.push(Lifted { id, arg, result, param, body });
        expr
    }
}

fn promoted(expr: core::Expr, ty: Ty) -> core::Expr {
    let place = expr.place;
    core::Expr { kind: ExprKind::Promote(Box::new(expr)), ty, place }
}
