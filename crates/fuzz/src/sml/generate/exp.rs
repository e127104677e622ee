//! Expressions of a wanted type.

use super::super::ops::{self, A, Op, VARS};
use super::super::syntax::{Arm, Dec, Exp, ExpKind, Pat, PatKind, Ty, TyVar, Var};
use super::{Form, Generator};
use std::rc::Rc;

impl Generator {
    /// An expression of this type, nested about so deep.
    pub(super) fn exp(&mut self, ty: &Ty, depth: u32) -> Exp {
        if depth == 0 {
            let var = if self.rng.chance(60) { self.some_var(ty) } else { None };
            return var.unwrap_or_else(|| self.intro(ty, 0));
        }
        if !self.calls.is_empty()
            && self.rng.chance(30)
            && let Some(exp) = self.call(ty, depth)
        {
            return exp;
        }
        for _ in 0..3 {
            let form = self.rng.weighted(&self.forms);
            if let Some(exp) = self.form(form, ty, depth) {
                return exp;
            }
        }
        self.intro(ty, depth)
    }

    fn form(&mut self, form: Form, ty: &Ty, depth: u32) -> Option<Exp> {
        let less = depth - 1;
        let kind = match form {
            Form::Var => return self.some_var(ty),
            Form::Op => return self.op(ty, depth),
            Form::Intro => return Some(self.intro(ty, depth)),
            Form::App => return self.app(ty, depth),
            Form::Select => return self.select(ty),
            Form::Raise => return Some(self.raise(ty, less)),
            Form::If => {
                let test = Box::new(self.test(less));
                ExpKind::If(test, Box::new(self.exp(ty, less)), Box::new(self.exp(ty, less)))
            }
            Form::Case => {
                let of = self.scrutinee(less);
                let arms = self.arms(&of.ty.clone(), ty, less);
                ExpKind::Case(Box::new(of), arms)
            }
            Form::Let => self.local(ty, less),
            Form::Handle => {
                let of = self.exp(ty, less);
                ExpKind::Handle(Box::new(of), self.arms(&Ty::Exn, ty, less))
            }
            Form::Seq => {
                let first = (0..self.rng.between(1, 2)).map(|_| self.effect(less)).collect();
                ExpKind::Seq(first, Box::new(self.exp(ty, less)))
            }
            Form::Show if *ty == Ty::String => {
                let of = self.ty(1);
                ExpKind::Show(Box::new(self.exp(&of, less)))
            }
            Form::Show => return None,
        };
        Some(Exp { ty: ty.clone(), kind })
    }

    /// A truth value; `andalso` and `orelse` as well.
    fn test(&mut self, depth: u32) -> Exp {
        if depth == 0 || self.rng.chance(70) {
            return self.exp(&Ty::bool(), depth);
        }
        let (a, b) = (Box::new(self.test(depth - 1)), Box::new(self.test(depth - 1)));
        let kind = if self.rng.chance(50) { ExpKind::Andalso(a, b) } else { ExpKind::Orelse(a, b) };
        Exp { ty: Ty::bool(), kind }
    }

    /// A variable of this type, or an instance of one that is polymorphic.
    fn some_var(&mut self, ty: &Ty) -> Option<Exp> {
        let fits = |var: &usize| {
            let info = &self.program.vars[*var];
            let mut found = Vec::new();
            info.ty.unify(ty, &info.params, &mut found) && self.admits(&info.params, &found)
        };
        let fitting: Vec<_> = self.vars.iter().copied().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        // Those bound last are nearest to what is being made.
        let recent = fitting.len().saturating_sub(4);
        let from = if self.rng.chance(70) { recent } else { 0 };
        Some(Exp { ty: ty.clone(), kind: ExpKind::Var(self.rng.pick(&fitting[from..])) })
    }

    /// True if every type variable with equality is a type that has it, and determined.
    fn admits(&self, params: &[TyVar], found: &[(TyVar, Ty)]) -> bool {
        params.iter().all(|param| match found.iter().find(|(var, _)| var == param) {
            Some((_, ty)) => !self.program.tyvars[*param].equality || self.program.is_equality(ty),
            None => false,
        })
    }

    fn op(&mut self, ty: &Ty, depth: u32) -> Option<Exp> {
        let fits =
            |op: &&(usize, &Op)| !op.1.effect && op.1.result.unify(ty, &VARS, &mut Vec::new());
        let table: Vec<(usize, &Op)> = ops::table().iter().enumerate().collect();
        let all: Vec<_> = table.iter().filter(fits).copied().collect();
        // Those of this very type are not lost among those of any type.
        let own: Vec<_> = all.iter().filter(|(_, op)| !op.result.has_var()).copied().collect();
        let from = if !own.is_empty() && self.rng.chance(65) { own } else { all };
        if from.is_empty() {
            return None;
        }
        let (at, op) = from[self.rng.below(from.len())];
        self.op_call(at, op, ty, depth)
    }

    fn op_call(&mut self, at: usize, op: &Op, ty: &Ty, depth: u32) -> Option<Exp> {
        let mut found = Vec::new();
        op.result.unify(ty, &VARS, &mut found);
        for var in VARS {
            if found.iter().any(|(known, _)| *known == var) {
                continue;
            }
            let other = if var == A && op.equality { self.equality_ty() } else { self.ty(1) };
            found.push((var, other));
        }
        let args: Vec<Exp> =
            op.args.iter().map(|arg| self.exp(&arg.with(&found), depth - 1)).collect();
        Some(Exp { ty: ty.clone(), kind: ExpKind::Op(at, args) })
    }

    /// Something done for its effect.
    fn effect(&mut self, depth: u32) -> Exp {
        if self.rng.chance(25) {
            let said = super::text(&format!("<{}>", self.rng.below(100)));
            let kind = ExpKind::Op(ops::find("print $1"), vec![said]);
            return Exp { ty: Ty::unit(), kind };
        }
        let effects: Vec<_> = ops::table().iter().enumerate().filter(|(_, op)| op.effect).collect();
        let (at, op) = effects[self.rng.below(effects.len())];
        self.op_call(at, op, &Ty::unit(), depth.max(1)).expect("effects give unit")
    }

    /// A call of a function in scope.
    fn app(&mut self, ty: &Ty, depth: u32) -> Option<Exp> {
        /// A variable, the number of arguments, and the types of its type variables.
        type Fitting = (Var, usize, Vec<(TyVar, Ty)>);
        let fits = |var: &Var| -> Option<Fitting> {
            let info = &self.program.vars[*var];
            let (mut at, mut count) = (&info.ty, 0);
            while let Ty::Fun(_, result) = at {
                (at, count) = (result, count + 1);
                let mut found = Vec::new();
                if at.unify(ty, &info.params, &mut found) {
                    return Some((*var, count, found));
                }
            }
            None
        };
        let fitting: Vec<_> = self.vars.iter().filter_map(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let (var, count, mut found) = self.rng.pick(&fitting);
        for param in self.program.vars[var].params.clone() {
            if !found.iter().any(|(known, _)| *known == param) {
                let equality = self.program.tyvars[param].equality;
                let other = if equality { self.equality_ty() } else { self.ty(1) };
                found.push((param, other));
            }
        }
        if !self.admits(&self.program.vars[var].params, &found) {
            return None;
        }
        let mut fun = self.variable(var);
        fun.ty = fun.ty.with(&found);
        for _ in 0..count {
            fun = self.applied(fun, depth - 1);
        }
        Some(fun)
    }

    fn applied(&mut self, fun: Exp, depth: u32) -> Exp {
        let Ty::Fun(arg, result) = fun.ty.clone() else { unreachable!("no function") };
        let arg = self.exp(&arg, depth);
        Exp { ty: *result, kind: ExpKind::App(Box::new(fun), Box::new(arg)) }
    }

    /// A call of the function that is being written; each of them is made once.
    fn call(&mut self, ty: &Ty, depth: u32) -> Option<Exp> {
        let fits: Vec<usize> =
            (0..self.calls.len()).filter(|i| self.calls[*i].result == *ty).collect();
        if fits.is_empty() {
            return None;
        }
        let call = self.calls.remove(self.rng.pick(&fits));
        let mut fun = self.variable(call.fun);
        let Ty::Fun(_, result) = fun.ty.clone() else { unreachable!("no function") };
        fun = Exp { ty: *result, kind: ExpKind::App(Box::new(fun), Box::new(call.first)) };
        for _ in &call.rest {
            fun = self.applied(fun, depth.saturating_sub(1).min(1));
        }
        Some(fun)
    }

    fn select(&mut self, ty: &Ty) -> Option<Exp> {
        let fits = |var: &usize| {
            let Ty::Record(fields) = &self.program.vars[*var].ty else { return None };
            let field = fields.iter().find(|(_, field)| field == ty)?;
            Some((*var, field.0.clone()))
        };
        let fitting: Vec<_> = self.vars.iter().filter_map(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let (var, label) = self.rng.pick(&fitting);
        let of = Box::new(self.variable(var));
        Some(Exp { ty: ty.clone(), kind: ExpKind::Select(label, of) })
    }

    pub(super) fn raise(&mut self, ty: &Ty, depth: u32) -> Exp {
        let of = Box::new(self.intro(&Ty::Exn, depth));
        Exp { ty: ty.clone(), kind: ExpKind::Raise(of) }
    }

    /// Something to be taken apart.
    fn scrutinee(&mut self, depth: u32) -> Exp {
        let with_parts = |var: &&usize| {
            let info = &self.program.vars[**var];
            info.params.is_empty()
                && matches!(info.ty, Ty::Data(..) | Ty::Record(_) | Ty::Vector(_))
        };
        let fitting: Vec<_> = self.vars.iter().filter(with_parts).copied().collect();
        if !fitting.is_empty() && self.rng.chance(50) {
            let var = self.rng.pick(&fitting);
            return self.variable(var);
        }
        let ty = self.matched_ty();
        self.exp(&ty, depth)
    }

    /// Rules; the last mostly fits everything.
    pub(super) fn arms(&mut self, of: &Ty, to: &Ty, depth: u32) -> Vec<Arm> {
        let mark = self.vars.len();
        let mut arms = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            let pat = self.pat(of, 2);
            let exp = self.exp(to, depth);
            self.vars.truncate(mark);
            arms.push((pat, exp));
        }
        if self.rng.chance(85) {
            let wild = Pat { ty: of.clone(), kind: PatKind::Wild };
            arms.push((wild, self.exp(to, depth)));
        }
        arms
    }

    pub(super) fn lambda(&mut self, arg: &Ty, result: &Ty, depth: u32) -> ExpKind {
        let less = depth.saturating_sub(1);
        if self.rng.chance(30) {
            return ExpKind::Fn(Rc::new(self.arms(arg, result, less)));
        }
        let mark = self.vars.len();
        let pat = self.plain_pat(arg);
        let body = self.exp(result, less);
        self.vars.truncate(mark);
        ExpKind::Fn(Rc::new(vec![(pat, body)]))
    }

    /// Declarations for one expression.
    fn local(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        let marks = (self.vars.len(), self.exceptions.len());
        let mut decs = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            decs.push(match self.rng.below(8) {
                0 => self.exception(),
                1 | 2 if depth > 0 => self.function(depth),
                3 => {
                    let of = self.matched_ty();
                    let exp = self.exp(&of, depth);
                    Dec::Val(self.pat(&of, 2), exp)
                }
                _ => {
                    let of = self.ty(2);
                    let exp = self.exp(&of, depth);
                    Dec::Val(self.plain_pat(&of), exp)
                }
            });
        }
        let body = self.exp(ty, depth);
        self.vars.truncate(marks.0);
        self.exceptions.truncate(marks.1);
        ExpKind::Let(decs, Box::new(body))
    }
}
