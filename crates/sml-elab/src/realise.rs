//! Choosing the types that a signature leaves open.

use super::env::{Env, Sig, Status, Table, TyFun, TyStr, Val, View};
use super::structure::Choice;
use super::types::{Memo, Subst};
use super::{Core, Elab};
use crate::core::{Constructor, Definition, Ty, TyCon};
use sml_syntax::names::Sym;
use std::rc::Rc;

/// Type functions for the type constructors of a signature.
#[derive(Default)]
pub(crate) struct Realisation {
    /// The choice.
    pub(crate) map: Rc<Choice>,
    memo: Memo,
}

impl Realisation {
    /// A choice.
    pub(crate) fn new(map: Rc<Choice>) -> Realisation {
        Realisation { map, memo: Memo::default() }
    }
}

impl Core {
    /// A type under a realisation.
    pub(crate) fn realise_ty(&mut self, ty: Ty, with: &mut Realisation) -> Ty {
        self.map_ty(ty, &Subst::Cons(&with.map), &mut with.memo)
    }

    /// A type function under a realisation.
    pub(crate) fn realise_fun(&mut self, fun: TyFun, with: &mut Realisation) -> TyFun {
        match fun {
            TyFun::Con(tycon) => with.map.get(&tycon).copied().unwrap_or(fun),
            TyFun::Alias(alias) => {
                let (params, body) = self.entities.aliases[alias].clone();
                let new = self.realise_ty(body, with);
                if new == body {
                    return fun;
                }
                let alias = self.new_alias(params, new);
                self.eta(TyFun::Alias(alias))
            }
        }
    }

    /// The contents of a signature with types chosen.
    pub(crate) fn realise_env(&mut self, old: &Env, choice: Rc<Choice>) -> Env {
        let mut with = Realisation::new(choice);
        let mut types = Vec::new();
        for (name, tystr) in old.types.iter() {
            let fun = self.realise_fun(tystr.fun, &mut with);
            types.push((name, TyStr { fun, data: tystr.data }));
        }
        let mut vals = Vec::new();
        for (name, val) in old.vals.iter() {
            vals.push((name, self.realise_val(name, val, &mut with)));
        }
        let strs = old.strs.iter();
        let strs =
            strs.map(|(name, inner)| (name, self.realised_structure(inner, with.map.clone())));
        let strs = Table::of(strs.collect());
        let (vals, types, order) = (Table::of(vals), Table::of(types), old.order.clone());
        Env { vals, types, strs, order, error: old.error }
    }

    fn realise_val(&mut self, name: Sym, val: Val, with: &mut Realisation) -> Val {
        match val {
            Val::Con(tycon, _) => match with.map.get(&tycon) {
                Some(TyFun::Con(new)) => match self.con_named(*new, name) {
                    Some(con) if self.is_same_con(val, con, with) => con,
                    Some(_) | None => self.specified_con(val, with),
                },
                Some(TyFun::Alias(_)) => Val::Error,
                None => val,
            },
            Val::View(view) => {
                let old = self.entities.views[view].clone();
                let ty = self.realise_ty(old.ty, with);
                if ty == old.ty {
                    return val;
                }
                let inst = old.inst.iter().map(|ty| self.realise_ty(*ty, with)).collect();
                Val::View(self.entities.views.push(View { ty, inst, ..old }))
            }
            Val::Var(_) | Val::Exn(_) | Val::Overload(_) | Val::Equal | Val::Error => val,
        }
    }

    /// True if a constructor of the type chosen for a datatype has the same argument as the
    /// datatype's own. Those of a copy have.
    fn is_same_con(&mut self, own: Val, new: Val, with: &mut Realisation) -> bool {
        let (params, ty) = self.scheme(own);
        let ty = self.realise_ty(ty, with);
        let (new_params, new_ty) = self.scheme(new);
        let args = self.vars_as_types(&params);
        self.subst(new_ty, &new_params, &args) == ty
    }

    /// A constructor of a type that is not known to have one: a specification only. No
    /// structure matches the signature.
    fn specified_con(&mut self, val: Val, with: &mut Realisation) -> Val {
        let (params, ty) = self.scheme(val);
        let ty = self.realise_ty(ty, with);
        let (inst, params, loc) = (Box::new([]), params.into(), self.val_loc(val));
        let view = View { target: None, inst, params, ty, status: Status::Con, loc };
        Val::View(self.entities.views.push(view))
    }

    /// A constructor of a datatype by its name.
    pub(crate) fn con_named(&self, tycon: TyCon, name: Sym) -> Option<Val> {
        let cons = self.entities.cons.get(&tycon)?;
        cons.iter().find(|(own, _)| *own == name).map(|(_, val)| *val)
    }

    /// Applies a realisation to the arguments of constructors.
    pub(crate) fn realise_constructors(&mut self, tycons: &[TyCon], with: &mut Realisation) {
        for tycon in tycons {
            let Definition::Data(cons) = self.program.tycons[*tycon].definition.clone() else {
                continue;
            };
            let cons = cons
                .into_iter()
                .map(|con| Constructor {
                    name: con.name,
                    arg: con.arg.map(|arg| self.realise_ty(arg, with)),
                })
                .collect();
            self.program.tycons[*tycon].definition = Definition::Data(cons);
        }
    }
}

impl Elab {
    /// A type function, with the types that the signature at hand has identified replaced.
    pub(crate) fn realised(&self, mut fun: TyFun) -> TyFun {
        while let TyFun::Con(tycon) = fun
            && let Some(next) = self.at_hand.identified.get(&tycon)
        {
            fun = *next;
        }
        fun
    }

    /// A copy of a signature with some types chosen and new ones for the others.
    pub(crate) fn instance(&mut self, sig: &Sig, mut map: Choice) -> Sig {
        let mut bound = Vec::new();
        for old in &sig.bound {
            if map.contains_key(old) {
                continue;
            }
            let info = self.core.program.tycons[*old].clone();
            let new = self.core.program.tycons.push(info);
            self.core.entities.tycon_paths[new] = self.core.entities.tycon_paths[*old].clone();
            self.note_age(new);
            if let Some(cons) = self.core.entities.cons.get(old) {
                let cons: Vec<(Sym, Val)> = cons
                    .iter()
                    .enumerate()
                    .map(|(i, (name, _))| (*name, Val::Con(new, i as u32)))
                    .collect();
                for i in 0..cons.len() as u32 {
                    if let Some(loc) = self.core.entities.con_locs.get(&(*old, i)).copied() {
                        self.core.entities.con_locs.insert((new, i), loc);
                    }
                }
                self.core.entities.cons.insert(new, Rc::from(cons));
            }
            map.insert(*old, TyFun::Con(new));
            bound.push(new);
        }
        let mut with = Realisation::new(Rc::new(map));
        self.core.realise_constructors(&bound, &mut with);
        let env = self.core.realised_structure(sig.env, with.map);
        Sig { bound, env }
    }
}
