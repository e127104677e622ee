//! Types as the checker and the core have them: synonyms expanded, `!`, `#`, `take` and `put`
//! carried out.
//!
//! A type is a number. Equal types have equal numbers, so that a type whose tree is huge, but
//! whose parts are the same, stays small.

mod kind;
mod ops;
mod print;

pub use kind::Permissions;

use base::Name;
use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);
base::entity_impl!(Ty, "t");

/// The number of bits of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Width {
    U8,
    U16,
    U32,
    U64,
}

impl Width {
    /// The number.
    pub fn bits(self) -> u32 {
        match self {
            Width::U8 => 8,
            Width::U16 => 16,
            Width::U32 => 32,
            Width::U64 => 64,
        }
    }

    /// The smallest that holds a number.
    pub fn holding(number: u64) -> Width {
        if number <= u64::from(u8::MAX) {
            Width::U8
        } else if number <= u64::from(u16::MAX) {
            Width::U16
        } else if number <= u64::from(u32::MAX) {
            Width::U32
        } else {
            Width::U64
        }
    }
}

/// The way in which a record or a value of an abstract type is held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sigil {
    /// Behind a pointer that nobody else has.
    Boxed,
    /// Behind a pointer that others have too.
    ReadOnly,
    /// Without a pointer.
    Unboxed,
}

/// A field of a record, or a tag of a variant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Its name.
    pub name: Name,
    /// Of a tag, the type of its only argument: several are a tuple, none is the unit.
    pub ty: Ty,
    /// True if it is absent. It stays in the layout.
    pub taken: bool,
}

/// The operators that were applied to a type variable whose type is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ops {
    /// `!`.
    pub bang: bool,
    /// `#`.
    pub unbox: bool,
}

impl Ops {
    /// True if no operator was applied.
    pub fn is_empty(self) -> bool {
        self == Ops::default()
    }
}

/// The forms of types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `U8`, `U16`, `U32`, `U64`.
    Word(Width),
    /// `Bool`.
    Bool,
    /// `String`.
    String,
    /// `()`.
    Unit,
    /// At least two components.
    Tuple(Vec<Ty>),
    /// Fields in the order of declaration.
    Record(Sigil, Vec<Part>),
    /// Tags in the order of their names.
    Variant(Vec<Part>),
    /// A type of the C side.
    Abstract(Name, Vec<Ty>, Sigil),
    /// From, to.
    Fn(Ty, Ty),
    /// A type variable of the function.
    Var(Name, Ops),
    /// A type that the checker has not found out yet. In a checked program there is none.
    Hole(u32, Ops),
    /// A type that there is a message about. In a checked program there is none.
    Error,
}

/// All types.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<TypeKind>,
    facts: Vec<Facts>,
    numbers: FxHashMap<TypeKind, Ty>,
    banged: FxHashMap<Ty, Ty>,
    wholes: FxHashMap<Ty, Ty>,
    /// The names that messages use for some types.
    names: FxHashMap<Ty, Name>,
}

/// Facts about a type and its parts.
#[derive(Clone, Copy, Debug)]
struct Facts {
    depth: u32,
    size: u32,
    vars: bool,
    /// True if it has other subtypes or supertypes than itself.
    ordered: bool,
    holes: bool,
    errors: bool,
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types {
            kinds: Vec::new(),
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            banged: FxHashMap::default(),
            wholes: FxHashMap::default(),
            names: FxHashMap::default(),
        };
        for kind in [TypeKind::Unit, TypeKind::Bool, TypeKind::String, TypeKind::Error] {
            types.add(kind);
        }
        for width in [Width::U8, Width::U16, Width::U32, Width::U64] {
            types.add(TypeKind::Word(width));
        }
        types
    }
}

impl Types {
    /// `()`.
    pub const UNIT: Ty = Ty(0);
    /// `Bool`.
    pub const BOOL: Ty = Ty(1);
    /// `String`.
    pub const STRING: Ty = Ty(2);
    /// See [`TypeKind::Error`].
    pub const ERROR: Ty = Ty(3);

    /// A word.
    pub fn word(width: Width) -> Ty {
        match width {
            Width::U8 => Ty(4),
            Width::U16 => Ty(5),
            Width::U32 => Ty(6),
            Width::U64 => Ty(7),
        }
    }

    /// The form of a type.
    pub fn kind(&self, ty: Ty) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }

    /// All types, in the order in which they were added.
    pub fn all(&self) -> impl Iterator<Item = Ty> + use<> {
        (0..self.kinds.len() as u32).map(Ty)
    }

    /// The type of a form. A variant's tags are put in order.
    pub fn add(&mut self, mut kind: TypeKind) -> Ty {
        if let TypeKind::Variant(tags) = &mut kind {
            tags.sort_by(|a, b| a.name.cmp(&b.name));
        }
        if let Some(ty) = self.numbers.get(&kind) {
            return *ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.facts.push(self.facts_of(&mut kind));
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, ty);
        ty
    }

    /// The depth of its tree.
    pub fn depth(&self, ty: Ty) -> u32 {
        self.facts[ty.0 as usize].depth
    }

    /// The number of nodes of its tree, or `u32::MAX` if that is smaller.
    pub fn size(&self, ty: Ty) -> u32 {
        self.facts[ty.0 as usize].size
    }

    /// True if something in it is not known yet.
    pub(crate) fn has_holes(&self, ty: Ty) -> bool {
        self.facts[ty.0 as usize].holes
    }

    /// True if it has other subtypes or supertypes than itself, as far as is known.
    pub(crate) fn is_ordered(&self, ty: Ty) -> bool {
        self.facts[ty.0 as usize].ordered
    }

    /// True if there is a message about a part of it.
    pub(crate) fn has_errors(&self, ty: Ty) -> bool {
        self.facts[ty.0 as usize].errors
    }

    fn facts_of(&self, kind: &mut TypeKind) -> Facts {
        let mut facts = Facts {
            depth: 0,
            size: 1,
            vars: matches!(kind, TypeKind::Var(..)),
            ordered: matches!(kind, TypeKind::Record(..) | TypeKind::Variant(_)),
            holes: matches!(kind, TypeKind::Hole(..)),
            errors: matches!(kind, TypeKind::Error),
        };
        kind.each(|part| {
            let part = self.facts[part.0 as usize];
            facts.depth = facts.depth.max(part.depth + 1);
            facts.size = facts.size.saturating_add(part.size);
            facts.vars |= part.vars;
            facts.ordered |= part.ordered;
            facts.holes |= part.holes;
            facts.errors |= part.errors;
        });
        facts
    }
}

impl TypeKind {
    /// The types directly inside of it.
    pub fn parts(&self) -> Vec<Ty> {
        let mut found = Vec::new();
        self.clone().each(|part| found.push(*part));
        found
    }

    /// Changes the types that a type consists of.
    pub(crate) fn each(&mut self, mut change: impl FnMut(&mut Ty)) {
        match self {
            TypeKind::Tuple(types) | TypeKind::Abstract(_, types, _) => {
                types.iter_mut().for_each(change);
            }
            TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
                parts.iter_mut().for_each(|part| change(&mut part.ty));
            }
            TypeKind::Fn(from, to) => {
                change(from);
                change(to);
            }
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => {}
        }
    }
}
