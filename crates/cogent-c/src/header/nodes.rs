//! The C types that a header declares, each once: types that are equal but for `take`, `!` and
//! boxes have one struct.

use base::Name;
use cogent_check::types::{Part, Sigil, Ty, TypeKind, Types, Width};
use rustc_hash::FxHashMap;

/// A C type without pointers, by its index in [`Nodes::all`], where it follows the types that it
/// is made of.
pub(super) type Node = usize;

/// A C type as members, arguments and results have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Use {
    pub(super) node: Node,
    pub(super) pointer: bool,
}

/// The forms of C types.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// The name of a type that every header has.
    Plain(&'static str),
    Struct(Vec<(Name, Use)>),
    /// The alternatives, without the tag.
    Variant(Vec<(Name, Use)>),
    /// The argument and the result.
    Function(Use, Use),
    /// A type that C defines, and its parameters; each says whether it is marked as unboxed.
    Abstract(Name, Vec<(Node, bool)>),
}

/// A C type, and the type that it was first met as.
pub(super) struct Met {
    pub(super) form: Form,
    pub(super) ty: Ty,
}

/// All C types of a header.
pub(super) struct Nodes<'a> {
    types: &'a Types,
    pub(super) all: Vec<Met>,
    numbers: FxHashMap<Form, Node>,
    uses: FxHashMap<Ty, Use>,
    /// Types that no function mentions: do functions mention all abstract types in them?
    settled: FxHashMap<Ty, bool>,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(types: &'a Types) -> Nodes<'a> {
        Nodes {
            types,
            all: Vec::new(),
            numbers: FxHashMap::default(),
            uses: FxHashMap::default(),
            settled: FxHashMap::default(),
        }
    }

    /// The C type of a type.
    pub(super) fn of(&mut self, ty: Ty) -> Use {
        if let Some(known) = self.uses.get(&ty) {
            return *known;
        }
        let types = self.types;
        let (form, pointer) = match types.kind(ty) {
            TypeKind::Word(width) => (Form::Plain(word(*width)), false),
            TypeKind::Bool => (Form::Plain("bool_t"), false),
            TypeKind::Unit => (Form::Plain("unit_t"), false),
            TypeKind::String => (Form::Plain("char"), true),
            TypeKind::Tuple(parts) => {
                let members = parts.iter().zip(1..);
                let members = members.map(|(part, i)| (format!("p{i}").into(), self.of(*part)));
                (Form::Struct(members.collect()), false)
            }
            TypeKind::Record(sigil, parts) => {
                (Form::Struct(self.members(parts)), *sigil != Sigil::Unboxed)
            }
            TypeKind::Variant(parts) => (Form::Variant(self.members(parts)), false),
            TypeKind::Fn(arg, result) => (Form::Function(self.of(*arg), self.of(*result)), false),
            TypeKind::Abstract(name, args, sigil) => {
                let args = args.iter().map(|arg| (self.of(*arg).node, is_unboxed(types, *arg)));
                (Form::Abstract(name.clone(), args.collect()), *sigil != Sigil::Unboxed)
            }
            TypeKind::Var(..) | TypeKind::Hole(..) | TypeKind::Error => {
                base::bug!("a type that is not closed: {}", types.short_text(ty))
            }
        };
        let node = *self.numbers.entry(form.clone()).or_insert_with(|| {
            self.all.push(Met { form, ty });
            self.all.len() - 1
        });
        let made = Use { node, pointer };
        self.uses.insert(ty, made);
        made
    }

    fn members(&mut self, parts: &[Part]) -> Vec<(Name, Use)> {
        parts.iter().map(|part| (part.name.clone(), self.of(part.ty))).collect()
    }

    /// The C type of a type that perhaps no function mentions. The result is none if an abstract
    /// type in it is mentioned by no function, as C may not define that type, or only as a pointer.
    pub(super) fn if_settled(&mut self, ty: Ty) -> Option<Use> {
        self.is_settled(ty).then(|| self.of(ty))
    }

    fn is_settled(&mut self, ty: Ty) -> bool {
        if self.uses.contains_key(&ty) {
            return true;
        }
        if let Some(known) = self.settled.get(&ty) {
            return *known;
        }
        let types = self.types;
        let settled = match types.kind(ty) {
            TypeKind::Word(_) | TypeKind::Bool | TypeKind::Unit | TypeKind::String => true,
            TypeKind::Tuple(parts) => parts.iter().all(|part| self.is_settled(*part)),
            TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
                parts.iter().all(|part| self.is_settled(part.ty))
            }
            TypeKind::Fn(arg, result) => self.is_settled(*arg) && self.is_settled(*result),
            TypeKind::Abstract(name, args, sigil) => {
                args.is_empty()
                    && *sigil != Sigil::Unboxed
                    && self.numbers.contains_key(&Form::Abstract(name.clone(), Vec::new()))
            }
            TypeKind::Var(..) | TypeKind::Hole(..) | TypeKind::Error => false,
        };
        self.settled.insert(ty, settled);
        settled
    }
}

fn word(width: Width) -> &'static str {
    match width {
        Width::U8 => "u8",
        Width::U16 => "u16",
        Width::U32 => "u32",
        Width::U64 => "u64",
    }
}

/// Is the type marked as unboxed, where others of its form are pointers?
fn is_unboxed(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TypeKind::Record(sigil, _) | TypeKind::Abstract(_, _, sigil) => *sigil == Sigil::Unboxed,
        TypeKind::Word(_)
        | TypeKind::Bool
        | TypeKind::Unit
        | TypeKind::String
        | TypeKind::Tuple(_)
        | TypeKind::Variant(_)
        | TypeKind::Fn(..)
        | TypeKind::Var(..)
        | TypeKind::Hole(..)
        | TypeKind::Error => false,
    }
}
