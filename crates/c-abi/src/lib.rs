//! C types of freestanding code: their layout in memory, and the way functions take and give them.
//!
//! Freestanding code works on *leaves*: the integers, pointers and truth values that a value
//! consists of, whatever structs they are in. A truth value is one bit in our own code and a
//! struct of a byte in C; a unit is nothing in our own code and a struct of an `int` in C. Only
//! where a value is in memory, or crosses the boundary to C, does it have a layout; this crate
//! alone decides it.
//!
//! ```text
//! type   ::= u8 | u16 | u32 | u64 | ptr
//!          | bool                             struct { u8 boolean; }
//!          | unit                             struct { int dummy; }
//!          | struct(type, ...)                struct { ... }
//!          | tagged(number: type, ...)        struct { u32 tag; union { ... }; }
//!
//! struct(u8, struct(u64, bool))               leaves i8 at 0, i64 at 8, i1 at 16
//! ```

mod passing;

pub use passing::{Machine, Passing, Register, passing};

use std::fmt;
use std::sync::Arc;

/// A C type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CTy {
    /// An unsigned integer of 8, 16, 32 or 64 bits.
    Int(u8),
    /// A pointer to anything.
    Ptr,
    /// `struct { u8 boolean; }`
    Bool,
    /// `struct { int dummy; }`
    Unit,
    /// A struct of these members.
    Struct(Arc<[CTy]>),
    /// A tag, then a union of what each alternative carries.
    Tagged(Arc<[Alternative]>),
}

/// An alternative of a tagged union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alternative {
    /// The value of the tag.
    pub tag: u32,
    /// The type of what it carries.
    pub ty: CTy,
}

/// The C types of a function's parameter and result.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The type of the only parameter.
    pub param: CTy,
    /// The type of the result.
    pub result: CTy,
}

/// A part of a value that is one machine value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaf {
    /// An integer of so many bits.
    Int(u8),
    /// A pointer.
    Ptr,
    /// One bit, which is a byte in memory.
    Bool,
}

/// The size and alignment of a type, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// A multiple of the alignment.
    pub size: u64,
    /// A power of two.
    pub align: u64,
}

impl Layout {
    const NOTHING: Layout = Layout { size: 0, align: 1 };

    fn of_bytes(bytes: u64) -> Layout {
        Layout { size: bytes, align: bytes }
    }

    /// Adds a member at the end; gives its offset.
    fn push(&mut self, member: Layout) -> u64 {
        let offset = self.size.next_multiple_of(member.align);
        self.size = offset + member.size;
        self.align = self.align.max(member.align);
        offset
    }

    fn padded(self) -> Layout {
        Layout { size: self.size.next_multiple_of(self.align), ..self }
    }
}

impl CTy {
    /// The type of a tag.
    pub const TAG: CTy = CTy::Int(32);

    /// A struct.
    pub fn structure(members: impl IntoIterator<Item = CTy>) -> CTy {
        CTy::Struct(members.into_iter().collect())
    }

    /// True for what C passes as a scalar.
    pub fn is_scalar(&self) -> bool {
        match self {
            CTy::Int(_) | CTy::Ptr => true,
            CTy::Bool | CTy::Unit | CTy::Struct(_) | CTy::Tagged(_) => false,
        }
    }

    /// Its size and alignment.
    pub fn layout(&self) -> Layout {
        match self {
            CTy::Int(bits) => Layout::of_bytes(u64::from(*bits) / 8),
            CTy::Ptr => Layout::of_bytes(8),
            CTy::Bool => Layout::of_bytes(1),
            CTy::Unit => Layout::of_bytes(4),
            CTy::Struct(members) => {
                let mut layout = Layout::NOTHING;
                for member in &**members {
                    layout.push(member.layout());
                }
                layout.padded()
            }
            CTy::Tagged(alternatives) => {
                let mut layout = CTy::TAG.layout();
                layout.push(CTy::union(alternatives));
                layout.padded()
            }
        }
    }

    fn union(alternatives: &[Alternative]) -> Layout {
        let layouts = alternatives.iter().map(|other| other.ty.layout());
        let union = layouts.fold(Layout::NOTHING, |all, one| Layout {
            size: all.size.max(one.size),
            align: all.align.max(one.align),
        });
        union.padded()
    }

    /// The offset at which the alternatives of a tagged union are.
    pub fn union_offset(alternatives: &[Alternative]) -> u64 {
        CTy::TAG.layout().push(CTy::union(alternatives))
    }

    /// The offsets of the members of a struct.
    pub fn offsets(members: &[CTy]) -> Vec<u64> {
        let mut layout = Layout::NOTHING;
        members.iter().map(|member| layout.push(member.layout())).collect()
    }

    /// Its leaves, in the order of declaration.
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(&mut leaves);
        leaves
    }

    fn add_leaves(&self, leaves: &mut Vec<Leaf>) {
        match self {
            CTy::Int(bits) => leaves.push(Leaf::Int(*bits)),
            CTy::Ptr => leaves.push(Leaf::Ptr),
            CTy::Bool => leaves.push(Leaf::Bool),
            CTy::Unit => {}
            CTy::Struct(members) => members.iter().for_each(|member| member.add_leaves(leaves)),
            CTy::Tagged(alternatives) => {
                CTy::TAG.add_leaves(leaves);
                alternatives.iter().for_each(|other| other.ty.add_leaves(leaves));
            }
        }
    }
}

impl fmt::Display for CTy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CTy::Int(bits) => write!(f, "u{bits}"),
            CTy::Ptr => f.write_str("ptr"),
            CTy::Bool => f.write_str("bool"),
            CTy::Unit => f.write_str("unit"),
            CTy::Struct(members) => {
                f.write_str("struct(")?;
                for (i, member) in members.iter().enumerate() {
                    write!(f, "{}{member}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            CTy::Tagged(alternatives) => {
                f.write_str("tagged(")?;
                for (i, Alternative { tag, ty }) in alternatives.iter().enumerate() {
                    write!(f, "{}{tag}: {ty}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.param, self.result)
    }
}

#[cfg(test)]
mod tests;
