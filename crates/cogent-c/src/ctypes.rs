//! The C types of Cogent types.
//!
//! ```text
//! U8 U16 U32 U64                   u8 u16 u32 u64
//! Bool, (), String                 bool, unit, ptr
//! (a, b), #{f : a, g : b}          struct(a, b)
//! {f : a, g : b}                   ptr; the struct behind it has the parts
//! <A a | B b>                      struct(u32, a, b), or tagged(A: a, B: b)
//! a -> b                           u32, the number of a function
//! A, #A                            ptr; opaque
//! ```
//! What is taken stays in the layout, so that `take` and `put` move nothing. A tag has the same
//! number in all variants of a program.

use base::Name;
use c_abi::{Alternative, CTy, Layout};
use cogent_check::types::{Part, Sigil, Ty, TypeKind, Types};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A type whose layout only the C side knows: an unboxed abstract type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opaque(pub Ty);

/// The C types of Cogent types, which are closed.
#[derive(Clone, Debug)]
pub struct CTypes {
    tags: Vec<Name>,
    numbers: FxHashMap<Name, u32>,
    union_variants: bool,
    /// The layouts of unboxed abstract types that are known all the same, by the types' text.
    sizes: FxHashMap<String, Layout>,
    known: FxHashMap<Ty, Result<Shape, Opaque>>,
}

/// A C type and the number of its leaves.
#[derive(Clone, Debug)]
struct Shape {
    ty: CTy,
    leaves: usize,
}

impl CTypes {
    /// The C types of a program that has these types. With `union_variants`, the alternatives of
    /// a variant share their place.
    pub fn new(types: &Types, union_variants: bool) -> CTypes {
        let mut tags: Vec<Name> = Vec::new();
        for ty in types.all() {
            if let TypeKind::Variant(parts) = types.kind(ty) {
                tags.extend(parts.iter().map(|part| part.name.clone()));
            }
        }
        tags.sort_unstable();
        tags.dedup();
        let numbers = tags.iter().cloned().zip(0..).collect();
        let (sizes, known) = (FxHashMap::default(), FxHashMap::default());
        CTypes { tags, numbers, union_variants, sizes, known }
    }

    /// The same with layouts of unboxed abstract types, by the text of the types without `#`. Their
    /// values are bytes that are copied; C passes them as structs without numbers.
    pub fn with_sizes(self, sizes: impl IntoIterator<Item = (String, Layout)>) -> CTypes {
        CTypes { sizes: sizes.into_iter().collect(), ..self }
    }

    /// All tags, each at its number.
    pub fn tags(&self) -> &[Name] {
        &self.tags
    }

    /// The number of a tag.
    pub fn tag(&self, name: &Name) -> u32 {
        match self.numbers.get(name) {
            Some(number) => *number,
            None => base::bug!("the tag {name} is in none of the types"),
        }
    }

    /// Do the alternatives of a variant share their place?
    pub fn union_variants(&self) -> bool {
        self.union_variants
    }

    /// The C type of a type.
    ///
    /// # Errors
    /// A part of it has a layout that only the C side knows.
    pub fn of(&mut self, types: &Types, ty: Ty) -> Result<CTy, Opaque> {
        self.shape(types, ty).map(|shape| shape.ty)
    }

    /// The number of leaves of a type.
    ///
    /// # Errors
    /// A part of it has a layout that only the C side knows.
    pub fn leaves(&mut self, types: &Types, ty: Ty) -> Result<usize, Opaque> {
        self.shape(types, ty).map(|shape| shape.leaves)
    }

    /// The types of the members of the struct that a record is, or points to.
    ///
    /// # Errors
    /// A part of it has a layout that only the C side knows.
    pub fn record(&mut self, types: &Types, ty: Ty) -> Result<Vec<CTy>, Opaque> {
        Ok(self.parts(types, ty)?.into_iter().map(|(part, _)| part).collect())
    }

    /// The components of a tuple, the fields of a record or of the struct that it points to, or
    /// the alternatives of a variant, each with its leaves among those of the struct. Those of a
    /// variant begin behind its tag. Other types have no parts.
    ///
    /// # Errors
    /// A part of it has a layout that only the C side knows.
    pub fn parts(&mut self, types: &Types, ty: Ty) -> Result<Vec<(CTy, Range<usize>)>, Opaque> {
        let (parts, mut start): (Vec<Ty>, usize) = match types.kind(ty) {
            TypeKind::Tuple(parts) => (parts.clone(), 0),
            TypeKind::Record(_, parts) => (types_of(parts), 0),
            TypeKind::Variant(parts) => (types_of(parts), 1),
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => (Vec::new(), 0),
        };
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let Shape { ty, leaves } = self.shape(types, part)?;
            let end = start.saturating_add(leaves);
            found.push((ty, start..end));
            start = end;
        }
        Ok(found)
    }

    fn shape(&mut self, types: &Types, ty: Ty) -> Result<Shape, Opaque> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let shape = self.compute(types, ty);
        self.known.insert(ty, shape.clone());
        shape
    }

    fn compute(&mut self, types: &Types, ty: Ty) -> Result<Shape, Opaque> {
        let leaf = |ty: CTy| Ok(Shape { ty, leaves: 1 });
        match types.kind(ty) {
            TypeKind::Word(width) => leaf(CTy::Int(width.bits() as u8)),
            TypeKind::Bool => leaf(CTy::Bool),
            TypeKind::Unit => Ok(Shape { ty: CTy::Unit, leaves: 0 }),
            TypeKind::Fn(..) => leaf(CTy::Int(32)),
            TypeKind::String
            | TypeKind::Record(Sigil::Boxed | Sigil::ReadOnly, _)
            | TypeKind::Abstract(_, _, Sigil::Boxed | Sigil::ReadOnly) => leaf(CTy::Ptr),
            TypeKind::Abstract(_, _, Sigil::Unboxed) => {
                let text = types.short_text(ty);
                let Some(layout) = self.sizes.get(text.trim_start_matches('#')) else {
                    return Err(Opaque(ty));
                };
                let leaves = (layout.size / layout.align) as usize;
                let word = CTy::Int(layout.align as u8 * 8);
                Ok(Shape { ty: CTy::structure(vec![word; leaves]), leaves })
            }
            TypeKind::Tuple(_) | TypeKind::Record(Sigil::Unboxed, _) => {
                let parts = self.parts(types, ty)?;
                let leaves = parts.last().map_or(0, |(_, range)| range.end);
                Ok(Shape { ty: CTy::structure(parts.into_iter().map(|part| part.0)), leaves })
            }
            TypeKind::Variant(tags) => {
                let parts = self.parts(types, ty)?;
                let leaves = parts.last().map_or(1, |(_, range)| range.end);
                let carried = parts.into_iter().map(|part| part.0);
                let ty = if self.union_variants {
                    let numbers = tags.iter().map(|tag| self.tag(&tag.name));
                    let alternatives =
                        numbers.zip(carried).map(|(tag, ty)| Alternative { tag, ty });
                    CTy::Tagged(alternatives.collect())
                } else {
                    CTy::structure([CTy::TAG].into_iter().chain(carried))
                };
                Ok(Shape { ty, leaves })
            }
            TypeKind::Var(..) | TypeKind::Hole(..) | TypeKind::Error => {
                base::bug!("a type that is not closed: {}", types.short_text(ty))
            }
        }
    }
}

fn types_of(parts: &[Part]) -> Vec<Ty> {
    parts.iter().map(|part| part.ty).collect()
}
