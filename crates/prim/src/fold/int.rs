//! Integers of every width. A sum, difference or product of two is exact in
//! 128 bits but for the unsigned product of 64 bits, which fits unsigned ones.

use crate::{BuiltinExn, CmpOp, IntOp, IntUnOp};
use types::Width;

/// The value in `w` bits; raises Overflow unless it fits as a signed integer.
pub(super) fn signed(w: Width, value: i128) -> Result<u64, BuiltinExn> {
    let bits = wrap(w, value);
    if w.sext(bits) as i128 == value { Ok(bits) } else { Err(BuiltinExn::Overflow) }
}

/// The value in `w` bits; raises Overflow unless it fits as an unsigned integer.
pub(super) fn unsigned(w: Width, value: i128) -> Result<u64, BuiltinExn> {
    let bits = wrap(w, value);
    if bits as i128 == value { Ok(bits) } else { Err(BuiltinExn::Overflow) }
}

fn wrap(w: Width, value: i128) -> u64 {
    value as u64 & w.mask()
}

/// An operation of two operands.
pub(super) fn binary(op: IntOp, w: Width, a: u64, b: u64) -> Result<u64, BuiltinExn> {
    let (sa, sb) = (w.sext(a) as i128, w.sext(b) as i128);
    let (ua, ub) = (a as i128, b as i128);
    let divisor = || if b == 0 { Err(BuiltinExn::Div) } else { Ok(()) };
    match op {
        IntOp::Add => Ok(wrap(w, ua + ub)),
        IntOp::Sub => Ok(wrap(w, ua - ub)),
        IntOp::Mul => Ok(a.wrapping_mul(b) & w.mask()),
        IntOp::SAdd => signed(w, sa + sb),
        IntOp::SSub => signed(w, sa - sb),
        IntOp::SMul => signed(w, sa * sb),
        IntOp::UAdd => unsigned(w, ua + ub),
        IntOp::USub => unsigned(w, ua - ub),
        IntOp::UMul => {
            let product = a as u128 * b as u128;
            if product <= w.mask() as u128 { Ok(product as u64) } else { Err(BuiltinExn::Overflow) }
        }
        IntOp::Quot => divisor().map(|()| wrap(w, sa / sb)),
        IntOp::Rem => divisor().map(|()| wrap(w, sa % sb)),
        IntOp::SQuot => divisor().and_then(|()| signed(w, sa / sb)),
        IntOp::Div => divisor().map(|()| wrap(w, div_down(sa, sb))),
        IntOp::Mod => divisor().map(|()| wrap(w, sa - sb * div_down(sa, sb))),
        IntOp::SDiv => divisor().and_then(|()| signed(w, div_down(sa, sb))),
        IntOp::UQuot => divisor().map(|()| a / b),
        IntOp::URem => divisor().map(|()| a % b),
        IntOp::UQuotZ => Ok(a.checked_div(b).unwrap_or(0)),
        IntOp::URemZ => Ok(a.checked_rem(b).unwrap_or(0)),
        IntOp::Index => {
            if a < b {
                Ok(a)
            } else {
                Err(BuiltinExn::Subscript)
            }
        }
        IntOp::And => Ok(a & b),
        IntOp::Or => Ok(a | b),
        IntOp::Xor => Ok(a ^ b),
        IntOp::Shl => Ok(if b < w.bits() as u64 { a << b & w.mask() } else { 0 }),
        IntOp::Lshr => Ok(if b < w.bits() as u64 { a >> b } else { 0 }),
        IntOp::Ashr => Ok((w.sext(a) >> b.min(63)) as u64 & w.mask()),
        IntOp::Rotl => Ok(rotate_left(w, a, b)),
        IntOp::SMin => Ok(wrap(w, sa.min(sb))),
        IntOp::SMax => Ok(wrap(w, sa.max(sb))),
        IntOp::UMin => Ok(a.min(b)),
        IntOp::UMax => Ok(a.max(b)),
    }
}

/// The quotient rounded down.
fn div_down(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// The amount counts modulo the width.
fn rotate_left(w: Width, a: u64, b: u64) -> u64 {
    let by = (b % w.bits() as u64) as u32;
    if by == 0 { a } else { (a << by | a >> (w.bits() - by)) & w.mask() }
}

/// An operation of one operand. `clz` and `ctz` of 0 give the width; `bswap` of
/// one byte or bit does nothing.
pub(super) fn unary(op: IntUnOp, w: Width, a: u64) -> Result<u64, BuiltinExn> {
    let value = w.sext(a) as i128;
    match op {
        IntUnOp::Not => Ok(!a & w.mask()),
        IntUnOp::Neg => Ok(wrap(w, -value)),
        IntUnOp::SNeg => signed(w, -value),
        IntUnOp::SAbs => signed(w, value.abs()),
        IntUnOp::Popcount => Ok(a.count_ones() as u64),
        IntUnOp::Clz => Ok((a.leading_zeros() - (64 - w.bits())) as u64),
        IntUnOp::Ctz => Ok(a.trailing_zeros().min(w.bits()) as u64),
        IntUnOp::Likely => Ok(a),
        IntUnOp::Bswap => Ok(match w {
            Width::I1 | Width::I8 => a,
            Width::I16 | Width::I32 | Width::I64 => a.swap_bytes() >> (64 - w.bits()),
        }),
    }
}

/// A comparison.
pub(super) fn compare(op: CmpOp, w: Width, a: u64, b: u64) -> bool {
    let (sa, sb) = (w.sext(a), w.sext(b));
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Slt => sa < sb,
        CmpOp::Sle => sa <= sb,
        CmpOp::Sgt => sa > sb,
        CmpOp::Sge => sa >= sb,
        CmpOp::Ult => a < b,
        CmpOp::Ule => a <= b,
        CmpOp::Ugt => a > b,
        CmpOp::Uge => a >= b,
    }
}
