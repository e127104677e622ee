//! Datatypes: their constructors, and whether they admit equality.

use super::env::{AliasId, TyFun, TyStr, Val};
use super::index::Kind;
use super::{Core, Elab};
use crate::core::{Constructor, Definition, Equality, Node, Ty, TyCon, TyConInfo, TyVar};
use rustc_hash::FxHashSet;
use sml_syntax::ast::{DataBind, Ident, TypeBind};
use sml_syntax::names::Sym;
use std::rc::Rc;

impl Elab {
    /// `datatype ... withtype ...`: binds the types and their constructors. Gives the
    /// datatypes and the abbreviations.
    pub(crate) fn datatype_dec(
        &mut self,
        data: &[DataBind],
        types: &[TypeBind],
    ) -> (Vec<TyCon>, Vec<(Ident, TyStr)>) {
        let tycons: Vec<TyCon> = data.iter().map(|bind| self.new_datatype(bind)).collect();
        for (bind, tycon) in data.iter().zip(&tycons) {
            self.env.bind_type(bind.name.name, TyStr { fun: TyFun::Con(*tycon), data: true });
        }
        let abbreviations: Vec<(Ident, TyStr)> =
            types.iter().map(|bind| (bind.name, self.type_bind(bind))).collect();
        for (name, tystr) in &abbreviations {
            self.env.bind_type(name.name, *tystr);
        }
        for (bind, tycon) in data.iter().zip(&tycons) {
            self.constructors(bind, *tycon);
        }
        self.core.find_equality(&tycons);
        for (bind, tycon) in data.iter().zip(&tycons) {
            if self.core.program.tycons[*tycon].equality == Equality::Never {
                let loc = self.loc(bind.name.span);
                self.expansion.found_without_equality(loc);
            }
            self.bind_cons(TyStr { fun: TyFun::Con(*tycon), data: true });
        }
        (tycons, abbreviations)
    }

    /// A type constructor of its own.
    pub(crate) fn new_tycon(
        &mut self,
        name: Sym,
        params: Vec<TyVar>,
        equality: Equality,
        definition: Definition,
        loc: Option<crate::core::Loc>,
    ) -> TyCon {
        let path = self.qualified(name);
        let tycon = self.core.program.tycons.push(TyConInfo {
            name,
            params,
            equality,
            definition,
            hidden: false,
            loc,
        });
        self.core.entities.tycon_paths[tycon] = Some(path);
        self.note_age(tycon);
        tycon
    }

    /// Notes that a type constructor is younger than all metas of now.
    pub(crate) fn note_age(&mut self, tycon: TyCon) {
        if !self.place.in_library {
            self.core.infer.age += 1;
            self.core.program.types.set_age(tycon, self.core.infer.age);
        }
    }

    fn new_datatype(&mut self, bind: &DataBind) -> TyCon {
        let params = bind
            .params
            .iter()
            .map(|p| self.core.new_tyvar(p.name, self.core.is_eq_name(p.name), 0));
        let params: Vec<TyVar> = params.collect();
        let loc = Some(self.loc(bind.name.span));
        let definition = Definition::Data(Vec::new());
        // In a functor's body this was decided when the body was checked, with an abstract
        // parameter; equality of the argument's types does not count.
        let decided = self.expansion.without_equality.contains(&self.loc(bind.name.span));
        let equality = if decided { Equality::Never } else { Equality::IfArguments };
        let tycon = self.new_tycon(bind.name.name, params, equality, definition, loc);
        if self.place.nesting > 0 {
            self.place.local_tycons.push(tycon);
        }
        tycon
    }

    fn constructors(&mut self, bind: &DataBind, tycon: TyCon) {
        let params = self.core.program.tycons[tycon].params.clone();
        let types = self.core.vars_as_types(&params);
        let known = bind.params.iter().map(|p| p.name).zip(types.iter().copied()).collect();
        let scope = super::tyexp::TyVarScope { known, of: Some(bind.name.name), collect: None };
        let outer = std::mem::replace(&mut self.place.tyvar_scope, scope);
        let result = self.core.con(tycon, &types);
        let mut cons = Vec::with_capacity(bind.cons.len());
        let mut vals = Vec::with_capacity(bind.cons.len());
        for (index, (name, arg)) in bind.cons.iter().enumerate() {
            let arg = arg.as_ref().map(|ty| self.ty(ty));
            cons.push(Constructor { name: name.name, arg });
            vals.push((name.name, Val::Con(tycon, index as u32)));
            let loc = self.loc(name.span);
            self.core.entities.con_locs.insert((tycon, index as u32), loc);
            if self.index.is_some() {
                let ty = arg.map_or(result, |arg| self.core.arrow(arg, result));
                self.note(name.span, ty, Some(loc), Kind::Constructor);
            }
        }
        self.note(bind.name.span, result, Some(self.loc(bind.name.span)), Kind::Type);
        self.place.tyvar_scope = outer;
        self.core.program.tycons[tycon].definition = Definition::Data(cons);
        self.core.entities.cons.insert(tycon, Rc::from(vals));
    }
}

impl Core {
    /// Finds which of some datatypes, declared together, admit equality: all whose
    /// constructors carry types that do, supposing that they do themselves.
    pub(crate) fn find_equality(&mut self, tycons: &[TyCon]) {
        loop {
            let mut changed = false;
            for tycon in tycons {
                let info = &self.program.tycons[*tycon];
                if info.equality == Equality::Never {
                    continue;
                }
                let Definition::Data(cons) = &info.definition else { continue };
                let args: Vec<Ty> = cons.iter().filter_map(|con| con.arg).collect();
                let mut seen = FxHashSet::default();
                if !args.into_iter().all(|arg| self.may_admit_eq(arg, &mut seen)) {
                    self.program.tycons[*tycon].equality = Equality::Never;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// True if a type admits equality whenever its type variables do.
    pub(crate) fn may_admit_eq(&self, ty: Ty, seen: &mut FxHashSet<Ty>) -> bool {
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            if ty == self.infer.error || !seen.insert(ty) {
                continue;
            }
            match self.program.types.node(ty) {
                Node::Meta(_) | Node::Var(_) => {}
                Node::Con(tycon, args) => match self.program.tycons[*tycon].equality {
                    Equality::Always => {}
                    Equality::IfArguments => work.extend(args.iter().copied()),
                    Equality::Never => return false,
                },
                Node::Record(fields) => work.extend(fields.iter().map(|(_, ty)| *ty)),
                Node::Arrow(..) => return false,
            }
        }
        true
    }

    /// True if a type function admits equality.
    pub(crate) fn fun_admits_eq(&self, fun: TyFun) -> bool {
        match fun {
            TyFun::Con(tycon) => self.program.tycons[tycon].equality != Equality::Never,
            TyFun::Alias(alias) => {
                self.may_admit_eq(self.entities.aliases[alias].1, &mut FxHashSet::default())
            }
        }
    }

    /// An abbreviation.
    pub(crate) fn new_alias(&mut self, params: Box<[TyVar]>, ty: Ty) -> AliasId {
        self.entities.aliases.push((params, ty))
    }

    /// A type function in its simplest form: `type 'a t = 'a u` is the constructor `u`.
    pub(crate) fn eta(&self, fun: TyFun) -> TyFun {
        let TyFun::Alias(alias) = fun else { return fun };
        let (params, body) = &self.entities.aliases[alias];
        let Node::Con(tycon, args) = self.program.types.node(*body) else { return fun };
        let is_param =
            |(arg, param): (&Ty, &TyVar)| *self.program.types.node(*arg) == Node::Var(*param);
        let same = args.len() == params.len() && args.iter().zip(params).all(is_param);
        if same { TyFun::Con(*tycon) } else { fun }
    }
}
