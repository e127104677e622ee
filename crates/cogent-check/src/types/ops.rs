//! Operations on types: `!`, `#`, substitution.

use super::{Ops, Part, Sigil, Ty, TypeKind, Types};
use base::Name;
use rustc_hash::FxHashMap;

impl Types {
    /// `ty!`.
    pub fn bang(&mut self, ty: Ty) -> Ty {
        if let Some(banged) = self.banged.get(&ty) {
            return *banged;
        }
        let kind = match self.kind(ty).clone() {
            TypeKind::Record(sigil, mut fields) => {
                self.bang_parts(&mut fields);
                TypeKind::Record(bang_sigil(sigil), fields)
            }
            TypeKind::Variant(mut tags) => {
                self.bang_parts(&mut tags);
                TypeKind::Variant(tags)
            }
            TypeKind::Tuple(types) => {
                TypeKind::Tuple(types.into_iter().map(|ty| self.bang(ty)).collect())
            }
            TypeKind::Abstract(name, types, sigil) => {
                let types = types.into_iter().map(|ty| self.bang(ty)).collect();
                TypeKind::Abstract(name, types, bang_sigil(sigil))
            }
            TypeKind::Var(name, ops) => TypeKind::Var(name, Ops { bang: true, ..ops }),
            TypeKind::Hole(hole, ops) => TypeKind::Hole(hole, Ops { bang: true, ..ops }),
            kind @ (TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Fn(..)
            | TypeKind::Error) => kind,
        };
        let banged = self.add(kind);
        self.banged.insert(ty, banged);
        banged
    }

    fn bang_parts(&mut self, parts: &mut [Part]) {
        for part in parts {
            part.ty = self.bang(part.ty);
        }
    }

    /// `#ty`, which is `ty` for what is never boxed.
    pub fn unbox(&mut self, ty: Ty) -> Ty {
        match self.kind(ty).clone() {
            TypeKind::Record(_, fields) => self.add(TypeKind::Record(Sigil::Unboxed, fields)),
            TypeKind::Abstract(name, types, _) => {
                self.add(TypeKind::Abstract(name, types, Sigil::Unboxed))
            }
            TypeKind::Var(name, ops) => self.add(TypeKind::Var(name, Ops { unbox: true, ..ops })),
            TypeKind::Hole(hole, ops) => self.add(TypeKind::Hole(hole, Ops { unbox: true, ..ops })),
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Variant(_)
            | TypeKind::Fn(..)
            | TypeKind::Error => ty,
        }
    }

    /// `!` and `#` as they were done to a variable that now has a type.
    pub fn apply(&mut self, ops: Ops, mut ty: Ty) -> Ty {
        if ops.bang {
            ty = self.bang(ty);
        }
        if ops.unbox {
            ty = self.unbox(ty);
        }
        ty
    }

    /// A type with types for its type variables; those that are not named stay.
    pub fn instantiate(&mut self, ty: Ty, args: &[(Name, Ty)]) -> Ty {
        if args.is_empty() {
            return ty;
        }
        self.map(ty, &mut FxHashMap::default(), &mut |types, ty| {
            let TypeKind::Var(name, ops) = types.kind(ty).clone() else {
                return (!types.facts[ty.0 as usize].vars).then_some(ty);
            };
            let arg = args.iter().find(|(arg, _)| *arg == name);
            Some(arg.map_or(ty, |(_, arg)| types.apply(ops, *arg)))
        })
    }

    /// A type with parts replaced: those that `replace` leaves are looked into.
    pub(crate) fn map(
        &mut self,
        ty: Ty,
        done: &mut FxHashMap<Ty, Ty>,
        replace: &mut impl FnMut(&mut Types, Ty) -> Option<Ty>,
    ) -> Ty {
        if let Some(mapped) = done.get(&ty) {
            return *mapped;
        }
        let mapped = match replace(self, ty) {
            Some(mapped) => mapped,
            None => {
                let mut kind = self.kind(ty).clone();
                match &mut kind {
                    TypeKind::Tuple(types) | TypeKind::Abstract(_, types, _) => {
                        types.iter_mut().for_each(|ty| *ty = self.map(*ty, done, replace));
                    }
                    TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
                        parts.iter_mut().for_each(|part| {
                            part.ty = self.map(part.ty, done, replace);
                        });
                    }
                    TypeKind::Fn(from, to) => {
                        *from = self.map(*from, done, replace);
                        *to = self.map(*to, done, replace);
                    }
                    TypeKind::Word(_)
                    | TypeKind::Bool
                    | TypeKind::String
                    | TypeKind::Unit
                    | TypeKind::Var(..)
                    | TypeKind::Hole(..)
                    | TypeKind::Error => {}
                }
                self.add(kind)
            }
        };
        done.insert(ty, mapped);
        mapped
    }
}

fn bang_sigil(sigil: Sigil) -> Sigil {
    match sigil {
        Sigil::Boxed | Sigil::ReadOnly => Sigil::ReadOnly,
        Sigil::Unboxed => Sigil::Unboxed,
    }
}
