//! Operations on types: `!`, `#`, substitution.

use super::{Ops, Sigil, Ty, TypeKind, Types};
use base::Name;
use rustc_hash::FxHashMap;

impl Types {
    /// `ty!`.
    pub fn bang(&mut self, ty: Ty) -> Ty {
        if let Some(banged) = self.banged.get(&ty) {
            return *banged;
        }
        let mut kind = self.kind(ty).clone();
        match &mut kind {
            TypeKind::Record(sigil, _) | TypeKind::Abstract(_, _, sigil) => {
                *sigil = match sigil {
                    Sigil::Boxed | Sigil::ReadOnly => Sigil::ReadOnly,
                    Sigil::Unboxed => Sigil::Unboxed,
                };
            }
            TypeKind::Var(_, ops) | TypeKind::Hole(_, ops) => ops.bang = true,
            // What a function takes and gives stays as it is.
            TypeKind::Fn(..) => return ty,
            TypeKind::Variant(_)
            | TypeKind::Tuple(_)
            | TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Error => {}
        }
        kind.each(|part| *part = self.bang(*part));
        let banged = self.add(kind);
        self.banged.insert(ty, banged);
        banged
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
        self.substitute(ty, args, &mut FxHashMap::default())
    }

    fn substitute(&mut self, ty: Ty, args: &[(Name, Ty)], done: &mut FxHashMap<Ty, Ty>) -> Ty {
        if !self.facts[ty.0 as usize].vars {
            return ty;
        }
        if let Some(known) = done.get(&ty) {
            return *known;
        }
        let mut kind = self.kind(ty).clone();
        let result = if let TypeKind::Var(name, ops) = &kind {
            let arg = args.iter().find(|(var, _)| var == name);
            arg.map_or(ty, |(_, arg)| self.apply(*ops, *arg))
        } else {
            kind.each(|part| *part = self.substitute(*part, args, done));
            self.add(kind)
        };
        done.insert(ty, result);
        result
    }

    /// A type with all that is taken put back, in its parts too: what values look like.
    pub fn whole(&mut self, ty: Ty) -> Ty {
        if let Some(whole) = self.wholes.get(&ty) {
            return *whole;
        }
        let mut kind = self.kind(ty).clone();
        if let TypeKind::Record(_, parts) | TypeKind::Variant(parts) = &mut kind {
            parts.iter_mut().for_each(|part| part.taken = false);
        }
        kind.each(|part| *part = self.whole(*part));
        let whole = self.add(kind);
        self.wholes.insert(ty, whole);
        whole
    }
}
