//! Types as written to types.

use super::{Globals, TypeDef};
use crate::message::error;
use crate::types::{Ops, Part, Sigil, Ty, TypeKind, Types, Width};
use base::Name;
use cogent_syntax::MAX_NESTING;
use cogent_syntax::ast::{Ident, Place, Type, TypeKind as Written};
use rustc_hash::{FxHashMap, FxHashSet};

/// The largest types, in nodes of their trees. Types that size come from synonyms that double
/// what they stand for.
pub(crate) const MAX_SIZE: u32 = 1_000_000;

/// The types that every program has.
pub(super) fn builtins() -> FxHashMap<Name, TypeDef> {
    let builtins = [
        ("U8", Types::word(Width::U8)),
        ("U16", Types::word(Width::U16)),
        ("U32", Types::word(Width::U32)),
        ("U64", Types::word(Width::U64)),
        ("Bool", Types::BOOL),
        ("String", Types::STRING),
    ];
    builtins.map(|(name, ty)| (name.into(), TypeDef::Builtin(ty))).into_iter().collect()
}

/// A translator of the types that are written in one definition.
pub(crate) struct Resolver<'a> {
    globals: &'a mut Globals,
    vars: &'a [Name],
    /// The variables that were met.
    pub(crate) used: FxHashSet<Name>,
}

impl<'a> Resolver<'a> {
    /// For a definition with these type variables.
    pub(crate) fn new(globals: &'a mut Globals, vars: &'a [Name]) -> Resolver<'a> {
        Resolver { globals, vars, used: FxHashSet::default() }
    }

    /// A type, its synonyms expanded and its operators carried out.
    pub(crate) fn ty(&mut self, ty: &Type) -> Ty {
        let place = ty.place;
        let resolved = match &ty.kind {
            Written::Var(name) => self.variable(name, place),
            Written::Con(name, args) => self.constructor(name, args),
            Written::Fn(from, to) => {
                let kind = TypeKind::Fn(self.ty(from), self.ty(to));
                self.add(kind)
            }
            Written::Tuple(types) => self.tuple(types),
            Written::Record(fields) => {
                self.globals.distinct(fields.iter().map(|(name, _)| name), "field");
                let part = |(name, ty): &(Ident, Type)| Part {
                    name: name.name.clone(),
                    ty: self.ty(ty),
                    taken: false,
                };
                let fields = fields.iter().map(part).collect();
                self.add(TypeKind::Record(Sigil::Boxed, fields))
            }
            Written::Variant(tags) => {
                self.globals.distinct(tags.iter().map(|(name, _)| name), "tag");
                let part = |(name, args): &(Ident, Vec<Type>)| Part {
                    name: name.name.clone(),
                    ty: self.tuple(args),
                    taken: false,
                };
                let tags = tags.iter().map(part).collect();
                self.add(TypeKind::Variant(tags))
            }
            Written::Bang(ty) => {
                let ty = self.ty(ty);
                self.globals.core.types.bang(ty)
            }
            Written::Unbox(ty) => self.unbox(ty, place),
            Written::Take(ty, names) => self.take(ty, names.as_deref(), true, place),
            Written::Put(ty, names) => self.take(ty, names.as_deref(), false, place),
            Written::Error => Types::ERROR,
        };
        let types = &self.globals.core.types;
        if types.depth(resolved) > MAX_NESTING {
            return self.wrong(place, "this type nests too deeply", "its synonyms expanded");
        }
        if types.size(resolved) > MAX_SIZE {
            return self.wrong(place, "this type is too large", "its synonyms expanded");
        }
        resolved
    }

    fn add(&mut self, kind: TypeKind) -> Ty {
        self.globals.core.types.add(kind)
    }

    fn wrong(&mut self, place: Place, title: impl Into<String>, label: impl Into<String>) -> Ty {
        self.globals.errors.push(error(place, title, label));
        Types::ERROR
    }

    fn variable(&mut self, name: &Name, place: Place) -> Ty {
        if !self.vars.contains(name) {
            let title = format!("unknown type variable `{name}`");
            return self.wrong(place, title, "no `all` or parameter introduces it");
        }
        self.used.insert(name.clone());
        self.add(TypeKind::Var(name.clone(), Ops::default()))
    }

    /// None is the unit, and one is itself.
    fn tuple(&mut self, types: &[Type]) -> Ty {
        match types {
            [] => Types::UNIT,
            [ty] => self.ty(ty),
            types => {
                let types = types.iter().map(|ty| self.ty(ty)).collect();
                self.add(TypeKind::Tuple(types))
            }
        }
    }

    fn constructor(&mut self, name: &Ident, args: &[Type]) -> Ty {
        let types: Vec<Ty> = args.iter().map(|arg| self.ty(arg)).collect();
        let Some(def) = self.globals.types.get(&name.name) else {
            let title = format!("unknown type `{}`", name.name);
            return self.wrong(name.place, title, "no definition has this name");
        };
        let wanted = match def {
            TypeDef::Builtin(_) => 0,
            TypeDef::Synonym(params, _) => params.len(),
            TypeDef::Abstract(count) => *count,
        };
        if wanted != types.len() {
            let title = format!("`{}` takes {}", name.name, arguments(wanted));
            let label = format!("this has {}", types.len());
            return self.wrong(name.place, title, label);
        }
        match def.clone() {
            TypeDef::Builtin(ty) => ty,
            TypeDef::Synonym(params, ty) => {
                let args: Vec<(Name, Ty)> = params.into_iter().zip(types).collect();
                self.globals.core.types.instantiate(ty, &args)
            }
            TypeDef::Abstract(_) => {
                self.add(TypeKind::Abstract(name.name.clone(), types, Sigil::Boxed))
            }
        }
    }

    fn unbox(&mut self, ty: &Type, place: Place) -> Ty {
        let ty = self.ty(ty);
        match self.globals.core.types.kind(ty) {
            TypeKind::Record(..)
            | TypeKind::Abstract(..)
            | TypeKind::Var(..)
            | TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Error => self.globals.core.types.unbox(ty),
            TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Variant(_)
            | TypeKind::Fn(..)
            | TypeKind::Hole(..) => {
                let title = format!("`#` of `{}`", self.globals.short(ty));
                self.wrong(place, title, "only records and abstract types can be unboxed")
            }
        }
    }

    /// `take`, or `put` if `taken` is false.
    fn take(&mut self, ty: &Type, names: Option<&[Ident]>, taken: bool, place: Place) -> Ty {
        let ty = self.ty(ty);
        let word = if taken { "take" } else { "put" };
        let mut kind = self.globals.core.types.kind(ty).clone();
        let (parts, what) = match &mut kind {
            TypeKind::Record(_, parts) => (parts, "field"),
            TypeKind::Variant(parts) => (parts, "tag"),
            TypeKind::Error => return Types::ERROR,
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..) => {
                let title = format!("`{word}` of `{}`", self.globals.short(ty));
                return self.wrong(place, title, "it is neither a record nor a variant");
            }
        };
        match names {
            None => parts.iter_mut().for_each(|part| part.taken = taken),
            Some(names) => {
                for name in names {
                    match parts.iter_mut().find(|part| part.name == name.name) {
                        Some(part) => part.taken = taken,
                        None => {
                            let text = self.globals.short(ty);
                            let title = format!("`{text}` has no {what} `{}`", name.name);
                            return self.wrong(name.place, title, format!("in this `{word}`"));
                        }
                    }
                }
            }
        }
        self.add(kind)
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        count => format!("{count} arguments"),
    }
}
