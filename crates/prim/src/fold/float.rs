//! Floating-point numbers of both widths.
//!
//! `fmin` and `fmax` are IEEE 754's minNum and maxNum, with -0.0 below +0.0: an
//! operand that is not a number gives the other. `frem` is C's `fmod`. What Rust
//! has no operator for, the platform's mathematical library computes.

use crate::{BuiltinExn, FBinOp, FCmpOp, FUnOp, Round};
use types::Width;

macro_rules! float_ops {
    ($float:ident, $binary:ident, $unary:ident) => {
        /// An operation of two operands.
        pub(super) fn $binary(op: FBinOp, a: $float, b: $float) -> $float {
            match op {
                FBinOp::Add => a + b,
                FBinOp::Sub => a - b,
                FBinOp::Mul => a * b,
                FBinOp::Div => a / b,
                FBinOp::Rem => a % b,
                FBinOp::Min if a.is_nan() => b,
                FBinOp::Min if b.is_nan() || a < b => a,
                FBinOp::Min if a == b && a.is_sign_negative() => a,
                FBinOp::Min => b,
                FBinOp::Max if a.is_nan() => b,
                FBinOp::Max if b.is_nan() || a > b => a,
                FBinOp::Max if a == b && a.is_sign_positive() => a,
                FBinOp::Max => b,
                FBinOp::Copysign => a.copysign(b),
                FBinOp::Pow => a.powf(b),
                FBinOp::Atan2 => a.atan2(b),
            }
        }

        /// An operation of one operand.
        pub(super) fn $unary(op: FUnOp, a: $float) -> $float {
            match op {
                FUnOp::Neg => -a,
                FUnOp::Abs => a.abs(),
                FUnOp::Sqrt => a.sqrt(),
                FUnOp::Floor => a.floor(),
                FUnOp::Ceil => a.ceil(),
                FUnOp::Trunc => a.trunc(),
                FUnOp::Round => a.round_ties_even(),
                FUnOp::Sin => a.sin(),
                FUnOp::Cos => a.cos(),
                FUnOp::Tan => a.tan(),
                FUnOp::Asin => a.asin(),
                FUnOp::Acos => a.acos(),
                FUnOp::Atan => a.atan(),
                FUnOp::Sinh => a.sinh(),
                FUnOp::Cosh => a.cosh(),
                FUnOp::Tanh => a.tanh(),
                FUnOp::Exp => a.exp(),
                FUnOp::Ln => a.ln(),
                FUnOp::Log10 => a.log10(),
            }
        }
    };
}

float_ops!(f64, binary64, unary64);
float_ops!(f32, binary32, unary32);

/// A comparison; an `f32` is exact as an `f64`.
pub(super) fn compare(op: FCmpOp, a: f64, b: f64) -> bool {
    match op {
        FCmpOp::Eq => a == b,
        FCmpOp::Ne => a != b,
        FCmpOp::Lt => a < b,
        FCmpOp::Le => a <= b,
        FCmpOp::Gt => a > b,
        FCmpOp::Ge => a >= b,
    }
}

/// To a signed integer, rounded first; raises Domain for nan, and Overflow where
/// the rounded number does not fit.
pub(super) fn to_int(round: Round, a: f64, w: Width) -> Result<u64, BuiltinExn> {
    if a.is_nan() {
        return Err(BuiltinExn::Domain);
    }
    let rounded = match round {
        Round::Trunc => a.trunc(),
        Round::Floor => a.floor(),
        Round::Ceil => a.ceil(),
        Round::Even => a.round_ties_even(),
    };
    // A power of two: exact, as the greatest integer of 64 bits is not.
    let limit = (1u64 << (w.bits() - 1)) as f64;
    if -limit <= rounded && rounded < limit {
        Ok(rounded as i64 as u64 & w.mask())
    } else {
        Err(BuiltinExn::Overflow)
    }
}
