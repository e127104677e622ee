//! Uses of values: their schemes, and instances of them.

use super::env::{Status, Val};
use super::{Core, Elab};
use crate::core::{Builtin, Definition, Exp, ExpKind, Loc, Node, PatKind, Ty, TyCon, TyVar, Var};
use base::{Span, bug};

/// A constructor at types.
pub(crate) struct ConInstance {
    /// The constructor behind it, if it is a view.
    target: Val,
    /// The types at which the constructor of the datatype is used.
    types: Vec<Ty>,
    /// The type of its argument.
    pub(crate) arg: Option<Ty>,
    /// The type of the constructed value.
    pub(crate) result: Ty,
    /// Its type as a value.
    pub(crate) ty: Ty,
}

impl ConInstance {
    /// True if a signature specifies it of a type that cannot have it.
    pub(crate) fn is_impossible(&self) -> bool {
        matches!(self.target, Val::View(_))
    }

    /// As a pattern.
    pub(crate) fn pattern(&self, arg: Option<Box<crate::core::Pat>>) -> PatKind {
        match self.target {
            Val::Con(tycon, index) => PatKind::Con(tycon, index, arg),
            Val::Exn(var) => PatKind::Excon(var, arg),
            // A constructor that no type has, in the body of a functor, or an error.
            Val::View(_) | Val::Error => PatKind::Wild,
            Val::Var(_) | Val::Overload(_) | Val::Equal => {
                bug!("{:?} is no constructor", self.target)
            }
        }
    }
}

impl Core {
    /// The status of a value.
    pub(crate) fn status(&self, val: Val) -> Status {
        match val {
            Val::Var(_) | Val::Overload(_) | Val::Equal => Status::Value,
            Val::Con(..) | Val::Error => Status::Con,
            Val::Exn(_) => Status::Exn,
            Val::View(view) => self.entities.views[view].status,
        }
    }

    /// The type scheme of a value: the type variables it is generalised over, and its type.
    pub(crate) fn scheme(&mut self, val: Val) -> (Vec<TyVar>, Ty) {
        match val {
            Val::Var(var) | Val::Exn(var) => {
                let info = &self.program.vars[var];
                (info.params.clone(), info.ty)
            }
            Val::Con(tycon, index) => {
                let params = self.program.tycons[tycon].params.clone();
                let args = self.vars_as_types(&params);
                let result = self.con(tycon, &args);
                let ty = match self.con_arg(tycon, index) {
                    Some(arg) => self.arrow(arg, result),
                    None => result,
                };
                (params, ty)
            }
            Val::View(view) => {
                (self.entities.views[view].params.to_vec(), self.entities.views[view].ty)
            }
            Val::Overload(over) => {
                let over = &self.infer.overs[over];
                (vec![over.param], over.ty)
            }
            Val::Equal => self.equal_scheme(),
            Val::Error => (Vec::new(), self.infer.error),
        }
    }

    /// The type of a constructor's argument, in terms of its datatype's parameters.
    pub(crate) fn con_arg(&mut self, tycon: TyCon, index: u32) -> Option<Ty> {
        let info = &self.program.tycons[tycon];
        match &info.definition {
            Definition::Data(cons) => cons.get(index as usize).and_then(|con| con.arg),
            Definition::Builtin(Builtin::Ref) => {
                let param = info.params[0];
                Some(self.program.types.intern(Node::Var(param)))
            }
            Definition::Builtin(_) | Definition::Opaque(_) | Definition::Abstract => None,
        }
    }

    /// A constructor at fresh types.
    pub(crate) fn con_instance(&mut self, val: Val) -> ConInstance {
        let (params, ty) = self.scheme(val);
        let fresh = self.fresh_for(&params);
        let ty = self.subst(ty, &params, &fresh);
        let (target, types) = self.target(val, &params, fresh);
        let (arg, result) = if let Node::Arrow(arg, result) = self.program.types.node(ty) {
            (Some(*arg), *result)
        } else {
            (None, ty)
        };
        ConInstance { target, types, arg, result, ty }
    }

    /// The value behind a view, and the types at which it is used if the view is used at
    /// these. Other values stand for themselves.
    pub(crate) fn target(&mut self, val: Val, params: &[TyVar], types: Vec<Ty>) -> (Val, Vec<Ty>) {
        let Val::View(view) = val else { return (val, types) };
        let target = self.entities.views[view].target.unwrap_or(val);
        let inst = self.entities.views[view].inst.clone();
        let inst = inst.iter().map(|ty| self.subst(*ty, params, &types)).collect();
        (target, inst)
    }

    fn target_exp(&self, target: Val, types: Vec<Ty>) -> ExpKind {
        match target {
            Val::Var(var) => ExpKind::Var(var, types),
            Val::Con(tycon, index) => ExpKind::Con(tycon, index, types),
            Val::Exn(var) => ExpKind::Excon(var),
            Val::Equal => ExpKind::Prim(self.builtins.equal.clone()),
            // A specification: seen only where a functor's body is checked.
            Val::View(_) | Val::Overload(_) | Val::Error => {
                ExpKind::Var(self.entities.nothing, Vec::new())
            }
        }
    }

    /// The declaration of a value.
    pub(crate) fn val_loc(&self, val: Val) -> Option<Loc> {
        match val {
            Val::Var(var) | Val::Exn(var) => Some(self.program.vars[var].loc),
            Val::Con(tycon, index) => {
                let own = self.entities.con_locs.get(&(tycon, index)).copied();
                own.or(self.program.tycons[tycon].loc)
            }
            Val::View(view) => self.entities.views[view].loc,
            Val::Overload(_) | Val::Equal | Val::Error => None,
        }
    }
}

impl Elab {
    /// A use of a value at fresh types.
    pub(crate) fn use_val(&mut self, val: Val, span: Span) -> Exp {
        match val {
            Val::Error => self.error_exp(span),
            Val::Var(var) if self.core.program.vars[var].params.is_empty() => {
                let ty = self.core.program.vars[var].ty;
                self.exp_at(ExpKind::Var(var, Vec::new()), ty, span)
            }
            Val::Overload(over) => self.use_overload(over, span),
            Val::Var(_) | Val::Con(..) | Val::Exn(_) | Val::View(_) | Val::Equal => {
                let con = self.core.con_instance(val);
                let kind = self.core.target_exp(con.target, con.types);
                self.exp_at(kind, con.ty, span)
            }
        }
    }

    /// A new variable.
    pub(crate) fn new_var(&mut self, name: sml_syntax::ast::Ident, ty: Ty) -> Var {
        let path = (self.place.nesting == 0).then(|| self.qualified(name.name));
        let loc = self.loc(name.span);
        self.core.program.vars.push(crate::core::VarInfo {
            name: name.name,
            params: Vec::new(),
            ty,
            loc,
            path,
        })
    }
}
