//! Names, functions and calls.

use super::Checker;
use super::holes::Origin;
use super::oblige::{Reason, Use};
use crate::core::{self, ExprKind, FunId};
use crate::globals::Value;
use crate::types::{Ty, TypeKind, Types};
use base::Name;
use cogent_syntax::ast::{Expr, ExprKind as Written, Instance, Place, TypeVar};

impl<'a> Checker<'a> {
    /// A name that is used as a value.
    pub(super) fn name(&mut self, name: &Name, place: Place) -> core::Expr {
        if let Some(local) = self.find(name, place) {
            return self.use_variable(local, place);
        }
        match self.globals.values.get(name).copied() {
            Some(Value::Fun(id)) => self.function(id, Vec::new(), false, place),
            Some(Value::Const(id)) => {
                let ty = self.globals.core.consts[id].ty;
                core::Expr { kind: ExprKind::Const(id), ty, place }
            }
            None => {
                self.error(place, format!("unknown variable `{name}`"), "nothing has this name");
                self.bad(place)
            }
        }
    }

    /// `f [U8, _]`.
    pub(super) fn instance(&mut self, instance: &'a Instance, place: Place) -> core::Expr {
        let args: Vec<Option<Ty>> =
            instance.args.iter().map(|arg| arg.as_ref().map(|ty| self.resolve(ty))).collect();
        let name = &instance.name;
        match self.globals.values.get(&name.name).copied() {
            Some(Value::Fun(id)) => self.function(id, args, instance.inline, place),
            Some(Value::Const(_)) | None => {
                let title = format!("unknown function `{}`", name.name);
                self.error(name.place, title, "no function has this name");
                self.bad(place)
            }
        }
    }

    /// A function at types, of which those that are not given are found out.
    fn function(
        &mut self,
        id: FunId,
        mut args: Vec<Option<Ty>>,
        inline: bool,
        place: Place,
    ) -> core::Expr {
        let function = &self.globals.core.functions[id];
        let (name, vars) = (function.name.clone(), function.vars.clone());
        let (from, to) = (function.arg, function.result);
        if args.len() > vars.len() {
            let s = if vars.len() == 1 { "" } else { "s" };
            let title = format!("`{name}` has {} type variable{s}", vars.len());
            self.error(place, title, format!("here it has {} type arguments", args.len()));
        }
        args.resize(vars.len(), None);
        let mut pairs = Vec::new();
        for (var, arg) in vars.iter().zip(args) {
            let ty = arg.unwrap_or_else(|| {
                let arg = Some((name.clone(), var.name.name.clone()));
                self.hole_for(Origin { place, arg }, 0)
            });
            self.oblige_argument(&name, var, ty, place);
            pairs.push((var.name.name.clone(), ty));
        }
        let types = self.types();
        let (from, to) = (types.instantiate(from, &pairs), types.instantiate(to, &pairs));
        let ty = types.add(TypeKind::Fn(from, to));
        let args = pairs.into_iter().map(|(_, ty)| ty).collect();
        core::Expr { kind: ExprKind::Fun(id, args, inline), ty, place }
    }

    fn oblige_argument(&mut self, function: &Name, var: &TypeVar, ty: Ty, place: Place) {
        let uses = [
            (var.kind.discard, Use::Discard),
            (var.kind.share, Use::Share),
            (var.kind.escape, Use::Escape),
        ];
        for (_, what) in uses.into_iter().filter(|(asked, _)| *asked) {
            let (function, var) = (function.clone(), var.name.name.clone());
            self.oblige_at(Reason::Argument { function, var, what }, ty, place);
        }
    }

    /// `f x`. The arguments of `f o g` go to `g` first.
    pub(super) fn call(
        &mut self,
        function: &'a Expr,
        arg: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let later = self.later.len();
        let functions = composition(function);
        let Some((first, others)) = functions.split_first() else {
            return self.bad(place);
        };
        let outermost = if others.is_empty() { want } else { None };
        let callee = self.expr(first, None);
        let (from, to) = self.function_type(&callee);
        self.hint(to, outermost, place);
        let arg = self.check(arg, from);
        let mut result = called(callee, arg, to, place);
        for (i, function) in others.iter().enumerate() {
            let callee = self.expr(function, None);
            let (from, to) = self.function_type(&callee);
            let want = want.filter(|_| i + 1 == others.len());
            self.hint(to, want, place);
            result = self.coerce(result, from);
            result = called(callee, result, to, place);
        }
        self.flush(later);
        result
    }

    /// Lets the wanted type say what the types in a result are.
    fn hint(&mut self, ty: Ty, want: Option<Ty>, place: Place) {
        if let Some(want) = want
            && self.types().has_holes(ty)
        {
            let outer = self.place.replace(place);
            // If it does not fit, the comparison of the whole says so.
            let _ = self.below(ty, want);
            self.place = outer;
        }
    }

    /// The types of the argument and the result.
    pub(super) fn function_type(&mut self, callee: &core::Expr) -> (Ty, Ty) {
        let form = self.forced(callee.ty);
        if let Some(types) = self.function_hole(callee.ty, callee.place) {
            return types;
        }
        if form != TypeKind::Error {
            let label = format!("this is `{}`", self.text(callee.ty));
            self.error(callee.place, "this is not a function", label);
        }
        (Types::ERROR, Types::ERROR)
    }
}

pub(super) fn called(function: core::Expr, arg: core::Expr, ty: Ty, place: Place) -> core::Expr {
    core::Expr { kind: ExprKind::Call(Box::new(function), Box::new(arg)), ty, place }
}

/// The functions of `f o g o h`, in the order in which they are called.
pub(super) fn composition(expr: &Expr) -> Vec<&Expr> {
    let mut functions = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Written::Compose(outer, inner) = &expr.kind {
            open.extend([&**outer, &**inner]);
        } else {
            functions.push(expr);
        }
    }
    functions
}
