//! Constants.

use num_bigint::BigInt;
use std::sync::Arc;
use types::Width;

/// A constant operand. Floating-point numbers are kept as bits, so that
/// constants have equality.
///
/// Text: `5` is an `i64`, `5:i8` another width, `true` and `false` are `i1`;
/// `1.5`, `1e10`, `inf`, `-inf`, `nan` are `f64`, `1.5:f32` an `f32`; `"a\n"` a
/// string; `12n` a big integer; `null` a null `ptr`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// An integer, its bits zero-extended.
    Int(Width, u64),
    /// Bits of an `f32`.
    F32(u32),
    /// Bits of an `f64`.
    F64(u64),
    /// A byte string.
    Str(Arc<[u8]>),
    /// A big integer.
    Big(Arc<BigInt>),
    /// The null `ptr`.
    Null,
}

impl Const {
    /// An `i64`.
    pub fn i64(n: i64) -> Const {
        Const::Int(Width::I64, n as u64)
    }

    /// An `i1`.
    pub fn bool(b: bool) -> Const {
        Const::Int(Width::I1, b as u64)
    }

    /// An `f64`.
    pub fn f64(x: f64) -> Const {
        Const::F64(x.to_bits())
    }

    /// A string.
    pub fn str(bytes: impl AsRef<[u8]>) -> Const {
        Const::Str(bytes.as_ref().into())
    }
}
