//! Declarations inside expressions, and the meaning of variables.

use super::fun::{Def, Known};
use super::{Arm, Binding, Cx, Dest, ExnCon, Row, Val};
use anf::Atom;
use base::bug;
use prim::{Data, FAILED};
use sml_elab::core::{
    Dec, ExnKind, Exp, ExpKind, Failing, Loc, Operation, Pat, PatKind, TyCon, TyVar, Var,
};
use std::rc::Rc;
use types::{Ty as Anf, TyId};

/// The function of an application, or a variable, constructor or operation used as a value.
pub(super) enum Callee<'p> {
    /// A function whose code is at hand.
    Known(Rc<Known>),
    /// A value.
    Val(Val),
    /// An operation, the types of argument and result.
    Prim(&'p Operation, TyId, TyId),
    /// A constructor of a datatype of this type, and the type of its argument.
    Con(TyCon, u32, TyId, Option<TyId>),
    /// An exception constructor, and the type of its argument.
    Excon(Var, Option<TyId>),
}

/// True of names and constants, which need no evaluation.
pub(super) fn is_alias(exp: &Exp) -> bool {
    matches!(
        exp.kind,
        ExpKind::Var(..)
            | ExpKind::Prim(_)
            | ExpKind::Con(..)
            | ExpKind::Excon(_)
            | ExpKind::Lit(_)
    )
}

impl<'p> Cx<'p> {
    /// Evaluates declarations inside an expression.
    pub(super) fn decs(&mut self, decs: &'p [Dec]) {
        for dec in decs {
            match dec {
                Dec::Val { params, pat, exp, loc } => self.local_val(params, pat, exp, *loc),
                Dec::Fun { params, binds } => {
                    self.local_funs(params, binds.iter().map(Def::of_bind).collect());
                }
                Dec::Exception { var, arg, kind } => {
                    let con = match kind {
                        ExnKind::Builtin(exn) => ExnCon::Builtin(*exn),
                        ExnKind::Plain | ExnKind::Failed => {
                            ExnCon::Local(self.new_exncon(*var, *arg, *kind))
                        }
                    };
                    self.env.insert(*var, Binding::Exn(con, *arg));
                }
            }
        }
    }

    fn local_val(&mut self, params: &'p [TyVar], pat: &'p Pat, exp: &'p Exp, loc: Loc) {
        if let Some(def) = Self::as_function(pat, exp, loc) {
            return self.local_funs(params, vec![def]);
        }
        if let (PatKind::Var(var), true) = (&pat.kind, is_alias(exp)) {
            self.env.insert(*var, Binding::Alias(params, exp));
            return;
        }
        if params.is_empty() {
            return self.val(pat, exp, loc);
        }
        // A pattern that may fail is matched here, even if its variables are never used.
        if !self.irrefutable(pat) {
            self.with_types(params, &[], |cx| cx.val(pat, exp, loc));
        }
        let mut vars = Vec::new();
        pat_vars(pat, &mut vars);
        for var in vars {
            self.env.insert(var, Binding::PolyVal(params, pat, exp, loc));
        }
    }

    /// `val pat = exp`, not polymorphic.
    pub(super) fn val(&mut self, pat: &'p Pat, exp: &'p Exp, loc: Loc) {
        let val = self.exp(exp);
        if self.irrefutable(pat) {
            return self.bind(pat, val);
        }
        let mut vars = Vec::new();
        pat_vars(pat, &mut vars);
        let (join, params) = self.join_of(&vars);
        let vars: Rc<[Var]> = vars.into();
        let rows = vec![Row { pats: vec![pat], arm: Arm::Jump(join, vars.clone()) }];
        self.kept.b.open();
        let tail = self.matching(vec![val], rows, Failing::Bind, loc, Dest::Ret);
        let body = self.kept.b.close(tail);
        self.kept.b.branch_into(join, params.clone(), body);
        self.arrive(&vars, &params);
    }

    /// Binds variables to the parameters of a join point.
    pub(super) fn arrive(&mut self, vars: &[Var], params: &[anf::Var]) {
        let mut params = params.iter();
        for var in vars {
            let ty = self.ty(self.program.vars[*var].ty);
            let val = if ty == self.unit {
                Val::Unit
            } else {
                Val::from(*params.next().expect("a parameter for each variable but `unit`"))
            };
            self.env.insert(*var, Binding::Val(val));
        }
    }

    /// A new exception constructor.
    pub(super) fn new_exncon(
        &mut self,
        var: Var,
        arg: Option<sml_elab::core::Ty>,
        kind: ExnKind,
    ) -> anf::Var {
        let ty = self.exncon_ty(arg);
        let info = &self.program.vars[var];
        let name = self.program.names.text(info.name).clone();
        // Exceptions of the library have messages of their own, as the Basis Library gives them.
        let of_library = self.kept.library.contains(&info.loc.source);
        let description = match arg {
            Some(_) if kind == ExnKind::Failed => Some(FAILED.into()),
            Some(arg) if !of_library => Some(self.describe(arg)),
            Some(_) | None => None,
        };
        self.kept.b.op(&name.clone(), ty, Data::ExnCon(name, description), [])
    }

    /// The type of an exception constructor of this argument.
    pub(super) fn exncon_ty(&mut self, arg: Option<sml_elab::core::Ty>) -> TyId {
        let carried = arg.map_or(Vec::new(), |arg| self.carried(arg));
        self.kept.b.types().intern(Anf::ExnCon(carried))
    }

    /// An exception constructor, and the types of its fields.
    pub(super) fn exncon(&mut self, var: Var) -> (Atom, Vec<TyId>) {
        let Some(Binding::Exn(con, arg)) = self.binding(var) else {
            bug!("`{}` is no exception constructor", self.name_of(var));
        };
        let ty = self.exncon_ty(arg);
        let carried = arg.map_or(Vec::new(), |arg| self.carried(arg));
        let con = match con {
            ExnCon::Local(con) => con,
            ExnCon::Builtin(exn) => self.kept.b.op("exn", ty, Data::Builtin(exn), []),
            ExnCon::Top(dec) => {
                let global = self.top_exncon(dec, ty);
                self.kept.b.op("exn", ty, Data::Global(global), [])
            }
        };
        (con.into(), carried)
    }

    /// The callee that an expression in the place of a function stands for.
    pub(super) fn callee(&mut self, e: &'p Exp) -> Callee<'p> {
        if let ExpKind::Var(var, tys) = &e.kind {
            let tys = self.tys(tys);
            return self.callee_var(*var, tys);
        }
        if let ExpKind::Prim(operation) = &e.kind {
            return match self.peel(e.ty) {
                Some((arg, result)) => Callee::Prim(operation, self.ty(arg), self.ty(result)),
                None => Callee::Prim(operation, self.unit, self.ty(e.ty)),
            };
        }
        if let ExpKind::Con(con, tag, args) = &e.kind {
            let args = self.tys(args);
            let ty = self.con_ty(*con, args);
            let arg = self.peel(e.ty).map(|(arg, _)| self.ty(arg));
            return Callee::Con(*con, *tag, ty, arg);
        }
        if let ExpKind::Excon(var) = &e.kind {
            let arg = self.peel(e.ty).map(|(arg, _)| self.ty(arg));
            return Callee::Excon(*var, arg);
        }
        Callee::Val(self.exp(e))
    }

    pub(super) fn callee_var(&mut self, var: Var, tys: Vec<TyId>) -> Callee<'p> {
        match self.binding(var) {
            Some(Binding::Val(val)) => Callee::Val(val),
            Some(Binding::Fun(known)) => Callee::Known(known),
            Some(Binding::Poly(group, index)) => {
                Callee::Known(self.poly_instance(group, index, tys))
            }
            Some(Binding::Alias(params, exp)) => self.with_types(params, &tys, |cx| cx.callee(exp)),
            Some(Binding::PolyVal(params, pat, exp, loc)) => {
                Callee::Val(self.poly_val(var, params, &tys, pat, exp, loc))
            }
            Some(Binding::Top(dec, index)) => self.top_callee(var, dec, index, tys),
            Some(Binding::Exn(..)) => Callee::Excon(var, None),
            None => {
                let name = self.name_of(var);
                self.fail("variable without a value", format!("`{name}` is not bound"), None);
                Callee::Val(Val::Unit)
            }
        }
    }

    /// Evaluates a polymorphic value at these types.
    fn poly_val(
        &mut self,
        var: Var,
        params: &'p [TyVar],
        tys: &[TyId],
        pat: &'p Pat,
        exp: &'p Exp,
        loc: Loc,
    ) -> Val {
        let here = self.loc;
        self.with_types(params, tys, |cx| cx.val(pat, exp, loc));
        let Some(Binding::Val(val)) = self.env.get(&var).cloned() else {
            bug!("the pattern of `{}` does not bind it", self.name_of(var));
        };
        let mut vars = Vec::new();
        pat_vars(pat, &mut vars);
        for var in vars {
            self.env.insert(var, Binding::PolyVal(params, pat, exp, loc));
        }
        if let Some(here) = here {
            self.at(here);
        }
        val
    }
}

/// The variables of a pattern, in order, each once.
pub(super) fn pat_vars(pat: &Pat, vars: &mut Vec<Var>) {
    match &pat.kind {
        PatKind::Wild | PatKind::Lit(_) => {}
        PatKind::Var(var) => {
            if !vars.contains(var) {
                vars.push(*var);
            }
        }
        PatKind::Con(_, _, arg) | PatKind::Excon(_, arg) => {
            if let Some(arg) = arg {
                pat_vars(arg, vars);
            }
        }
        PatKind::Record(fields) => fields.iter().for_each(|(_, pat)| pat_vars(pat, vars)),
        PatKind::List(pats) | PatKind::Vector(pats) => {
            pats.iter().for_each(|pat| pat_vars(pat, vars));
        }
        PatKind::As(var, pat) => {
            vars.push(*var);
            pat_vars(pat, vars);
        }
        // All alternatives bind the same variables.
        PatKind::Or(pats) => pats.iter().for_each(|pat| pat_vars(pat, vars)),
    }
}
