//! Types under inference: metas, instantiation, generalisation.

use super::env::TyFun;
use super::inference::Unresolved;
use super::{Core, Elab};
use crate::core::{Meta, Node, Ty, TyCon, TyVar, each_part};
use base::EntityId;
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;

/// The types that an overloaded literal or operator may have: a bit for each
/// builtin type, by the number of its type constructor. The lowest bit is the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class(pub(crate) u128);

impl Class {
    /// Any type at all.
    pub(crate) const ANY: Class = Class(u128::MAX);

    /// True if this type constructor is one of them.
    pub(crate) fn has(self, tycon: TyCon) -> bool {
        self == Class::ANY || (tycon.index() < 128 && self.0 >> tycon.index() & 1 == 1)
    }

    /// The types in both classes.
    pub(crate) fn both(self, other: Class) -> Class {
        Class(self.0 & other.0)
    }

    /// The default, and whether it is the only type of the class.
    pub(crate) fn first(self) -> (TyCon, bool) {
        (TyCon::from_index(self.0.trailing_zeros() as usize), self.0.is_power_of_two())
    }
}

/// A meta: its type where it is known, else its constraints.
#[derive(Clone, Debug)]
pub(crate) struct MetaInfo {
    /// The type that it was unified with.
    pub(crate) link: Option<Ty>,
    /// The level at which it was made: those deeper than the current are generalised.
    pub(crate) level: u32,
    /// Its age: its type cannot mention a type constructor that is younger.
    pub(crate) age: u32,
    /// True if it must admit equality.
    pub(crate) eq: bool,
    /// The types that it may be.
    pub(crate) class: Class,
    /// The fields that it has, if it is a record of which not all are known.
    pub(crate) fields: Option<Vec<(Sym, Ty)>>,
}

/// A substitution.
pub(crate) enum Subst<'a> {
    /// Types for type variables.
    Vars(&'a [TyVar], &'a [Ty]),
    /// Type functions for type constructors.
    Cons(&'a FxHashMap<TyCon, TyFun>),
    /// The types of metas that are known.
    Resolve,
    /// The same; unknown metas from this one on become `unit`.
    Finish(Meta),
}

/// The results of a substitution so far, so that a type that occurs many times in another
/// is visited once. Small types do without.
#[derive(Default)]
pub(crate) struct Memo {
    steps: u32,
    map: FxHashMap<Ty, Ty>,
}

impl Memo {
    /// The number of parts of types that were visited.
    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }
}

/// Types smaller than this are visited without a table of visited parts.
const SMALL: u32 = 40;

impl Core {
    /// A type that is not known yet.
    pub(crate) fn fresh(&mut self) -> Ty {
        self.fresh_with(false, Class::ANY)
    }

    /// A type that is not known yet, with constraints.
    pub(crate) fn fresh_with(&mut self, eq: bool, class: Class) -> Ty {
        let (level, age) = (self.infer.level, self.infer.age);
        let meta =
            self.infer.metas.push(MetaInfo { link: None, level, age, eq, class, fields: None });
        self.program.types.intern(Node::Meta(meta))
    }

    /// The type behind the links of metas at its head.
    pub(crate) fn head(&self, mut ty: Ty) -> Ty {
        while let Node::Meta(meta) = self.program.types.node(ty)
            && let Some(link) = self.infer.metas[*meta].link
        {
            ty = link;
        }
        ty
    }

    /// The form of a type, seen through metas at its head.
    pub(crate) fn head_node(&self, ty: Ty) -> &Node {
        self.program.types.node(self.head(ty))
    }

    /// A constructed type.
    pub(crate) fn con(&mut self, tycon: TyCon, args: &[Ty]) -> Ty {
        self.program.types.intern(Node::Con(tycon, args.into()))
    }

    /// A function type.
    pub(crate) fn arrow(&mut self, from: Ty, to: Ty) -> Ty {
        self.program.types.intern(Node::Arrow(from, to))
    }

    pub(crate) fn unit_ty(&mut self) -> Ty {
        self.record(Vec::new())
    }

    pub(crate) fn bool_ty(&mut self) -> Ty {
        self.con(self.builtins.bool, &[])
    }

    pub(crate) fn exn_ty(&mut self) -> Ty {
        self.con(self.builtins.exn, &[])
    }

    /// A record type; the fields in any order.
    pub(crate) fn record(&mut self, mut fields: Vec<(Sym, Ty)>) -> Ty {
        if fields.len() > 1 {
            let names = &self.program.names;
            fields.sort_by(|a, b| names.compare_labels(a.0, b.0));
        }
        self.program.types.intern(Node::Record(fields.into()))
    }

    /// A tuple type.
    pub(crate) fn tuple(&mut self, parts: &[Ty]) -> Ty {
        let fields = parts.iter().enumerate().map(|(i, ty)| (self.label(i), *ty)).collect();
        self.program.types.intern(Node::Record(fields))
    }

    /// The label of a tuple's component, counted from 0.
    pub(crate) fn label(&mut self, index: usize) -> Sym {
        self.infer.label(&mut self.program.names, index)
    }

    /// A type variable of a binding.
    pub(crate) fn new_tyvar(&mut self, name: Sym, eq: bool, level: u32) -> TyVar {
        self.infer.tyvars.push((eq, level));
        self.program.tyvars.push(name)
    }

    /// A type with parts replaced.
    pub(crate) fn map_ty(&mut self, ty: Ty, subst: &Subst<'_>, memo: &mut Memo) -> Ty {
        let skip = match subst {
            Subst::Vars(vars, _) => vars.is_empty() || !self.program.types.is_open(ty),
            Subst::Cons(cons) => cons.is_empty(),
            Subst::Resolve | Subst::Finish(_) => !self.program.types.has_meta(ty),
        };
        if skip {
            return ty;
        }
        memo.steps += 1;
        let remember = memo.steps > SMALL;
        if remember && let Some(&done) = memo.map.get(&ty) {
            return done;
        }
        let node = self.program.types.node(ty).clone();
        let result = self.map_node(ty, node, subst, memo);
        if remember {
            memo.map.insert(ty, result);
        }
        result
    }

    fn map_node(&mut self, ty: Ty, node: Node, subst: &Subst<'_>, memo: &mut Memo) -> Ty {
        match node {
            Node::Var(var) => match subst {
                Subst::Vars(vars, types) => {
                    vars.iter().position(|v| *v == var).map_or(ty, |index| types[index])
                }
                Subst::Cons(_) | Subst::Resolve | Subst::Finish(_) => ty,
            },
            Node::Meta(meta) => match self.infer.metas[meta].link {
                Some(link) => self.map_ty(link, subst, memo),
                None => {
                    let Subst::Finish(from) = subst else { return ty };
                    if meta < *from {
                        return ty;
                    }
                    let unit = self.record(Vec::new());
                    self.infer.metas[meta].link = Some(unit);
                    unit
                }
            },
            Node::Con(tycon, mut args) => {
                for arg in &mut args {
                    *arg = self.map_ty(*arg, subst, memo);
                }
                if let Subst::Cons(cons) = subst
                    && let Some(fun) = cons.get(&tycon)
                {
                    return self.apply_fun(*fun, &args);
                }
                self.program.types.intern(Node::Con(tycon, args))
            }
            Node::Arrow(from, to) => {
                let from = self.map_ty(from, subst, memo);
                let to = self.map_ty(to, subst, memo);
                self.program.types.intern(Node::Arrow(from, to))
            }
            Node::Record(mut fields) => {
                for (_, field) in &mut fields {
                    *field = self.map_ty(*field, subst, memo);
                }
                self.program.types.intern(Node::Record(fields))
            }
        }
    }

    /// A type function applied.
    pub(crate) fn apply_fun(&mut self, fun: TyFun, args: &[Ty]) -> Ty {
        match fun {
            TyFun::Con(tycon) => self.con(tycon, args),
            TyFun::Alias(alias) => {
                let (params, body) = self.entities.aliases[alias].clone();
                self.subst(body, &params, args)
            }
        }
    }

    /// The number of types that a type function takes.
    pub(crate) fn arity(&self, fun: TyFun) -> usize {
        match fun {
            TyFun::Con(tycon) => self.program.tycons[tycon].params.len(),
            TyFun::Alias(alias) => self.entities.aliases[alias].0.len(),
        }
    }

    /// Types for type variables.
    pub(crate) fn subst(&mut self, ty: Ty, vars: &[TyVar], types: &[Ty]) -> Ty {
        self.map_ty(ty, &Subst::Vars(vars, types), &mut Memo::default())
    }

    /// The type with known metas replaced by their types.
    pub(crate) fn resolve(&mut self, ty: Ty) -> Ty {
        self.map_ty(ty, &Subst::Resolve, &mut Memo::default())
    }

    /// Fresh metas for type variables.
    pub(crate) fn fresh_for(&mut self, params: &[TyVar]) -> Vec<Ty> {
        let types: Vec<Ty> = params
            .iter()
            .map(|param| {
                let eq = self.infer.tyvars[*param].0;
                self.fresh_with(eq, Class::ANY)
            })
            .collect();
        if !self.infer.rows.is_empty() {
            self.fresh_rows(params, &types);
        }
        types
    }

    /// The types of type variables.
    pub(crate) fn vars_as_types(&mut self, params: &[TyVar]) -> Vec<Ty> {
        params.iter().map(|param| self.program.types.intern(Node::Var(*param))).collect()
    }

    /// Makes type variables of the metas in a type that were made deeper than the
    /// current level, and adds them to `params`.
    pub(crate) fn generalise(&mut self, ty: Ty, params: &mut Vec<TyVar>) {
        let mut metas = Vec::new();
        self.free_metas(ty, &mut metas);
        for meta in metas {
            let info = &self.infer.metas[meta];
            if info.link.is_some() || info.level <= self.infer.level {
                continue;
            }
            if info.fields.is_some() {
                self.make_row(meta, params);
                continue;
            }
            if info.class != Class::ANY {
                self.infer.metas[meta].level = self.infer.level;
                continue;
            }
            let (eq, level) = (info.eq, info.level);
            let index = params.iter().filter(|param| !self.infer.rows.has(**param)).count();
            let name = self.tyvar_name(index, eq);
            let var = self.new_tyvar(name, eq, level);
            params.push(var);
            self.infer.metas[meta].link = Some(self.program.types.intern(Node::Var(var)));
        }
    }

    /// Sees to it that no meta of this type is generalised in a binding deeper than `level`.
    pub(crate) fn lower_levels(&mut self, ty: Ty, level: u32) {
        let mut metas = Vec::new();
        self.free_metas(ty, &mut metas);
        for meta in metas {
            let info = &mut self.infer.metas[meta];
            info.level = info.level.min(level);
        }
    }

    /// `'a`, `'b`, ... `'z`, `'a1`: the name of the nth variable of a binding.
    pub(crate) fn tyvar_name(&mut self, index: usize, eq: bool) -> Sym {
        let text = tyvar_text(index, eq);
        self.program.names.intern(&text)
    }

    /// The metas in a type that are not known, in the order of their occurrence,
    /// those in the known fields of unfinished records included.
    pub(crate) fn free_metas(&self, ty: Ty, found: &mut Vec<Meta>) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut steps = 0;
        self.collect_metas(ty, found, &mut seen, &mut steps);
    }

    fn collect_metas(
        &self,
        ty: Ty,
        found: &mut Vec<Meta>,
        seen: &mut rustc_hash::FxHashSet<Ty>,
        steps: &mut u32,
    ) {
        let ty = self.head(ty);
        if !self.program.types.has_meta(ty) {
            return;
        }
        *steps += 1;
        if *steps > SMALL && !seen.insert(ty) {
            return;
        }
        let node = self.program.types.node(ty);
        let Node::Meta(meta) = node else {
            return each_part(node, |part| self.collect_metas(part, found, seen, steps));
        };
        if found.contains(meta) {
            return;
        }
        found.push(*meta);
        for (_, field) in self.infer.metas[*meta].fields.iter().flatten() {
            self.collect_metas(*field, found, seen, steps);
        }
    }

    /// The components of a pair type.
    pub(crate) fn pair_types(&self, ty: Ty) -> Option<(Ty, Ty)> {
        let Node::Record(fields) = self.head_node(ty) else { return None };
        (fields.len() == 2).then(|| (fields[0].1, fields[1].1))
    }
}

impl Elab {
    /// A record of which only these fields are known.
    pub(crate) fn fresh_record(&mut self, fields: Vec<(Sym, Ty)>) -> Ty {
        let ty = self.core.fresh();
        if let Node::Meta(meta) = *self.core.program.types.node(ty) {
            self.core.infer.metas[meta].fields = Some(fields);
            let loc = self.loc(self.place.here);
            self.core.infer.unresolved.push(Unresolved { meta, loc });
        }
        ty
    }
}

/// The text of the nth type variable.
pub(crate) fn tyvar_text(index: usize, eq: bool) -> String {
    let letter = (b'a' + (index % 26) as u8) as char;
    let quotes = if eq { "''" } else { "'" };
    match index / 26 {
        0 => format!("{quotes}{letter}"),
        n => format!("{quotes}{letter}{n}"),
    }
}
