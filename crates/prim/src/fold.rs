//! The meaning of the scalar primitives: those that [`Prim::is_scalar`] names, once, for the
//! optimiser ([`fold`]) and for the interpreters ([`eval_scalar`]).
//!
//! ```text
//! sadd.i8 100:i8 27:i8   =>   127:i8
//! sadd.i8 100:i8 28:i8   =>   raises Overflow
//! ```
//!
//! Scalars are words: integers zero-extended, numbers as their bits, an `f32`
//! in the low half. The bits of a nan that an operation makes are those of the
//! machine the compiler runs on; nothing else depends on it but the last digit
//! of what the platform's mathematical library computes.

mod float;
mod int;
#[cfg(test)]
mod tests;

use crate::{BuiltinExn, Const, Prim};
use types::{PTy, Width};

/// The result of a primitive of constant operands, or what it raises.
///
/// Nothing where it is not known before the program runs: for the functions of
/// the runtime, and for operands that the primitive does not take.
pub fn fold(prim: Prim, args: &[Const]) -> Option<Result<Const, BuiltinExn>> {
    if !prim.is_scalar() {
        return None;
    }
    let sig = prim.sig();
    if sig.args.len() != args.len() {
        return None;
    }
    let words: Vec<u64> =
        sig.args.iter().zip(args).map(|(ty, arg)| word(*ty, arg)).collect::<Option<_>>()?;
    match eval_scalar(prim, &words) {
        Ok(bits) => constant(*sig.results.first()?, bits).map(Ok),
        Err(exn) => Some(Err(exn)),
    }
}

/// The result of a primitive of scalar operands, all as words, or what it raises.
///
/// # Panics
/// For the functions of the runtime, which are not scalar, and for a wrong
/// number of operands.
pub fn eval_scalar(prim: Prim, args: &[u64]) -> Result<u64, BuiltinExn> {
    match prim {
        Prim::Int(op, w) => int::binary(op, w, args[0], args[1]),
        Prim::IntUn(op, w) => int::unary(op, w, args[0]),
        Prim::Cmp(op, w) => Ok(int::compare(op, w, args[0], args[1]) as u64),
        Prim::Zext(_, _) => Ok(args[0]),
        Prim::Sext(from, to) => Ok(from.sext(args[0]) as u64 & to.mask()),
        Prim::Trunc(_, to) => Ok(args[0] & to.mask()),
        Prim::STrunc(from, to) => int::signed(to, from.sext(args[0]) as i128),
        Prim::UTrunc(_, to) => int::unsigned(to, args[0] as i128),
        Prim::FBin(op, true) => {
            Ok(float::binary64(op, f64::from_bits(args[0]), f64::from_bits(args[1])).to_bits())
        }
        Prim::FBin(op, false) => {
            Ok(single(float::binary32(op, of_single(args[0]), of_single(args[1]))))
        }
        Prim::FUn(op, true) => Ok(float::unary64(op, f64::from_bits(args[0])).to_bits()),
        Prim::FUn(op, false) => Ok(single(float::unary32(op, of_single(args[0])))),
        Prim::Fma(true) => Ok(f64::from_bits(args[0])
            .mul_add(f64::from_bits(args[1]), f64::from_bits(args[2]))
            .to_bits()),
        Prim::Fma(false) => {
            Ok(single(of_single(args[0]).mul_add(of_single(args[1]), of_single(args[2]))))
        }
        Prim::FCmp(op, true) => {
            Ok(float::compare(op, f64::from_bits(args[0]), f64::from_bits(args[1])) as u64)
        }
        Prim::FCmp(op, false) => {
            Ok(float::compare(op, of_single(args[0]) as f64, of_single(args[1]) as f64) as u64)
        }
        Prim::FToInt(round, true, w) => float::to_int(round, f64::from_bits(args[0]), w),
        Prim::FToInt(round, false, w) => float::to_int(round, of_single(args[0]) as f64, w),
        Prim::SToF(w, true) => Ok((w.sext(args[0]) as f64).to_bits()),
        Prim::SToF(w, false) => Ok(single(w.sext(args[0]) as f32)),
        Prim::UToF(_, true) => Ok((args[0] as f64).to_bits()),
        Prim::UToF(_, false) => Ok(single(args[0] as f32)),
        Prim::FExt => Ok((of_single(args[0]) as f64).to_bits()),
        Prim::FTrunc => Ok(single(f64::from_bits(args[0]) as f32)),
        Prim::FBits(_) | Prim::FOfBits(_) => Ok(args[0]),
        Prim::Small(op) => panic!("{} is not a scalar primitive", op.name()),
        Prim::Rt(rt) => panic!("{} is not a scalar primitive", rt.name()),
    }
}

fn of_single(word: u64) -> f32 {
    f32::from_bits(word as u32)
}

fn single(x: f32) -> u64 {
    x.to_bits() as u64
}

/// The word of a constant, if it has the type.
fn word(ty: PTy, constant: &Const) -> Option<u64> {
    match (ty, constant) {
        (PTy::Int(want), Const::Int(w, bits)) => (want == *w).then_some(*bits & w.mask()),
        (PTy::F32, Const::F32(bits)) => Some(*bits as u64),
        (PTy::F64, Const::F64(bits)) => Some(*bits),
        (PTy::Int(_) | PTy::F32 | PTy::F64, _) => None,
        (PTy::Str | PTy::Big | PTy::Exn | PTy::Origin | PTy::Bytes | PTy::Chars | PTy::Strs, _) => {
            None
        }
        (PTy::Ptr | PTy::Any | PTy::Action, _) => None,
    }
}

/// The constant of a scalar type with these bits.
fn constant(ty: PTy, bits: u64) -> Option<Const> {
    match ty {
        PTy::Int(w) => Some(Const::Int(w, bits & Width::mask(w))),
        PTy::F32 => Some(Const::F32(bits as u32)),
        PTy::F64 => Some(Const::F64(bits)),
        PTy::Str | PTy::Big | PTy::Exn | PTy::Origin | PTy::Bytes | PTy::Chars | PTy::Strs => None,
        PTy::Ptr | PTy::Any | PTy::Action => None,
    }
}
