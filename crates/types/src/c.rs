//! C types in text, and the types of their leaves.

use crate::{Ty, TyId, TyTable, Width};
use base::LocatedError;
use c_abi::{Alternative, CTy, Leaf, Signature};
use rustc_hash::FxHashSet;
use text::{Cursor, Read, Tok};

/// The greatest depth of C types nested in one another.
const MAX_NESTING: usize = 1_000;

/// The type of a leaf of a C value.
pub fn leaf_ty(leaf: Leaf) -> Ty {
    match leaf {
        Leaf::Int(bits) => Ty::Int(leaf_width(bits)),
        Leaf::Ptr => Ty::Ptr,
        Leaf::Bool => Ty::Int(Width::I1),
    }
}

/// The width of an integer of so many bits.
pub fn leaf_width(bits: u8) -> Width {
    match bits {
        ..=8 => Width::I8,
        9..=16 => Width::I16,
        17..=32 => Width::I32,
        33.. => Width::I64,
    }
}

impl TyTable {
    /// The types of the leaves of a C value.
    pub fn leaves(&mut self, ty: &CTy) -> Vec<TyId> {
        ty.leaves().into_iter().map(|leaf| self.intern(leaf_ty(leaf))).collect()
    }
}

/// Reads `type -> type`.
pub fn c_signature(cursor: &mut Cursor<'_>) -> Read<Signature> {
    let param = c_type(cursor)?;
    cursor.expect(Tok::Arrow)?;
    Ok(Signature { param, result: c_type(cursor)? })
}

/// Reads a C type, as `c_abi` writes it.
pub fn c_type(cursor: &mut Cursor<'_>) -> Read<CTy> {
    nested(cursor, 0)
}

fn nested(cursor: &mut Cursor<'_>, depth: usize) -> Read<CTy> {
    let (word, span) = cursor.name_text("a C type")?;
    if depth > MAX_NESTING {
        let label = format!("C types are nested at most {MAX_NESTING} deep");
        return Err(LocatedError::new(span, "nested too deeply", label));
    }
    Ok(match word {
        "u8" => CTy::Int(8),
        "u16" => CTy::Int(16),
        "u32" => CTy::Int(32),
        "u64" => CTy::Int(64),
        "ptr" => CTy::Ptr,
        "bool" => CTy::Bool,
        "unit" => CTy::Unit,
        "struct" => CTy::structure(cursor.list(|cursor| nested(cursor, depth + 1))?),
        "tagged" => {
            let mut tags = FxHashSet::default();
            let alternatives = cursor.list(|cursor| {
                let at = cursor.span();
                let tag = cursor.number("a tag")?;
                if !tags.insert(tag) {
                    let label = format!("there are two alternatives for {tag}");
                    return Err(LocatedError::new(at, "alternative given twice", label));
                }
                cursor.expect(Tok::Colon)?;
                Ok(Alternative { tag, ty: nested(cursor, depth + 1)? })
            })?;
            CTy::Tagged(alternatives.into())
        }
        _ => {
            let error = LocatedError::new(span, "unknown C type", format!("found `{word}`"));
            return Err(error.with_hint(
                "a C type is one of u8 u16 u32 u64 ptr bool unit, struct(...) or tagged(...)",
            ));
        }
    })
}
