//! The uses that the values of a type allow.

use super::{Ops, Part, Sigil, Ty, TypeKind, Types};
use base::Name;
use cogent_syntax::ast::{Kind, TypeVar};
use rustc_hash::FxHashMap;

const ALL: Kind = Kind { discard: true, share: true, escape: true };
const READ_ONLY: Kind = Kind { escape: false, ..ALL };
const LINEAR: Kind = Kind { discard: false, share: false, ..ALL };

/// The uses that the values of types allow, in a function with some type variables.
#[derive(Default)]
pub struct Permissions {
    vars: FxHashMap<Name, Kind>,
    known: FxHashMap<Ty, Kind>,
}

impl Permissions {
    /// In a function with these type variables.
    pub fn new(vars: &[TypeVar]) -> Permissions {
        let vars = vars.iter().map(|var| (var.name.name.clone(), var.kind)).collect();
        Permissions { vars, known: FxHashMap::default() }
    }

    /// The uses that the values of a type allow.
    pub fn of(&mut self, types: &Types, ty: Ty) -> Kind {
        if let Some(kind) = self.known.get(&ty) {
            return *kind;
        }
        let kind = match types.kind(ty) {
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Fn(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => ALL,
            TypeKind::Tuple(parts) => {
                parts.iter().fold(ALL, |kind, ty| both(kind, self.of(types, *ty)))
            }
            TypeKind::Variant(tags) => self.of_parts(types, tags),
            TypeKind::Record(sigil, fields) => both(of_sigil(*sigil), self.of_parts(types, fields)),
            TypeKind::Abstract(_, _, sigil) => of_sigil(*sigil),
            TypeKind::Var(_, Ops { bang: true, unbox: _ }) => READ_ONLY,
            TypeKind::Var(name, Ops { bang: false, unbox: _ }) => {
                self.vars.get(name).copied().unwrap_or_default()
            }
        };
        self.known.insert(ty, kind);
        kind
    }

    fn of_parts(&mut self, types: &Types, parts: &[Part]) -> Kind {
        let present = parts.iter().filter(|part| !part.taken);
        present.fold(ALL, |kind, part| both(kind, self.of(types, part.ty)))
    }
}

fn of_sigil(sigil: Sigil) -> Kind {
    match sigil {
        Sigil::Boxed => LINEAR,
        Sigil::ReadOnly => READ_ONLY,
        Sigil::Unboxed => ALL,
    }
}

fn both(a: Kind, b: Kind) -> Kind {
    Kind {
        discard: a.discard && b.discard,
        share: a.share && b.share,
        escape: a.escape && b.escape,
    }
}
