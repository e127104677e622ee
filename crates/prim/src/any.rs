//! How types appear in an `any`.

use crate::{Ty, TyId, TyTable, Width};
use base::Name;

/// How a type appears in an `any`. `inject`, `is` and `project` of ANF become
/// operations that name the class, since CPS has flattened the types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AnyClass {
    /// An integer: an immediate, or boxed where it does not fit.
    Int(Width),
    /// A boxed `f32`.
    F32,
    /// A boxed `f64`.
    F64,
    /// A tuple of this many `any`s: itself.
    Tuple(u32),
    /// Boxed beside a hash of this text, the type as ANF writes it.
    Boxed(Name),
}

impl AnyClass {
    /// The class of a type.
    pub fn of(types: &TyTable, ty: TyId) -> AnyClass {
        match types.get(ty) {
            Ty::Int(w) => AnyClass::Int(*w),
            Ty::F32 => AnyClass::F32,
            Ty::F64 => AnyClass::F64,
            Ty::Tuple(fields)
                if !fields.is_empty() && fields.iter().all(|f| *types.get(f.ty) == Ty::Any) =>
            {
                AnyClass::Tuple(fields.len() as u32)
            }
            _ => AnyClass::Boxed(types.show(ty).to_string().into()),
        }
    }
}

impl Width {
    /// The class of small integers of this width in an `any`; none for `i64`.
    pub fn any_class(self) -> Option<u64> {
        match self {
            Width::I1 => Some(abi::ANY_I1),
            Width::I8 => Some(abi::ANY_I8),
            Width::I16 => Some(abi::ANY_I16),
            Width::I32 => Some(abi::ANY_I32),
            Width::I64 => None,
        }
    }
}
