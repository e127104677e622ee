//! Integers of arbitrary precision: the meaning of the `big.*` primitives.
//!
//! Operands are limbs wherever they lie, and a result is written to where it stays, so that
//! compiled code's integers are computed with as they are in the heap.

use crate::BuiltinExn;
use crate::int::radix;
use std::cmp::Ordering;

mod bits;
mod limbs;
mod product;
mod quotient;
mod scratch;
#[cfg(test)]
mod tests;
mod text;
mod transform;

/// Most bits by which `shl` shifts.
const MAX_SHIFT: u64 = 1 << 32;

/// An integer that lies elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number<'a> {
    /// True if it is less than zero.
    pub negative: bool,
    /// The limbs of its magnitude, lowest first; the highest is not zero.
    pub limbs: &'a [u64],
}

/// Where a result is written.
pub trait Room {
    /// What it becomes.
    type Whole;

    /// The integer whose limbs, so many, `write` sets, all of them, the highest ones perhaps to
    /// zero. It says whether the integer is less than zero, which means nothing if it is zero.
    fn fill(self, limbs: usize, write: impl FnOnce(&mut [u64]) -> bool) -> Self::Whole;
}

/// The limbs without the highest ones that are zero, of which a [`Number`] has none.
pub fn trimmed(limbs: &[u64]) -> &[u64] {
    limbs::trimmed(limbs)
}

impl Number<'_> {
    fn opposite(self) -> Self {
        Number { negative: !self.negative, ..self }
    }

    fn bits(self) -> u64 {
        let unused = self.limbs.last().map_or(0, |limb| limb.leading_zeros());
        self.limbs.len() as u64 * 64 - u64::from(unused)
    }

    fn copied<R: Room>(self, room: R) -> R::Whole {
        room.fill(self.limbs.len(), |out| {
            out.copy_from_slice(self.limbs);
            self.negative
        })
    }
}

/// Of a signed integer.
pub fn of_i64<R: Room>(n: i64, room: R) -> R::Whole {
    Number { negative: n < 0, limbs: &[n.unsigned_abs()] }.copied(room)
}

/// Of an unsigned integer.
pub fn of_u64<R: Room>(n: u64, room: R) -> R::Whole {
    Number { negative: false, limbs: &[n] }.copied(room)
}

/// As a signed integer; raises Overflow.
pub fn to_i64(n: Number<'_>) -> Result<i64, BuiltinExn> {
    let fits = n.limbs.len() <= 1 && (n.negative || wrap(n) >= 0) && (!n.negative || wrap(n) <= 0);
    if fits { Ok(wrap(n)) } else { Err(BuiltinExn::Overflow) }
}

/// The low 64 bits, two's complement.
pub fn wrap(n: Number<'_>) -> i64 {
    let low = n.limbs.first().copied().unwrap_or(0) as i64;
    if n.negative { low.wrapping_neg() } else { low }
}

/// The nearest number, ties to even; an infinity beyond the greatest.
pub fn to_f64(n: Number<'_>) -> f64 {
    let value = match (n.limbs, n.bits()) {
        ([], _) => 0.0,
        ([limb], _) => *limb as f64,
        ([.., second, first], bits @ ..=1024) => {
            // The top 64 bits, the lowest of them set if any bit below is: 11 bits
            // more than a mantissa, so the conversion rounds once and correctly.
            let both = (u128::from(*first) << 64 | u128::from(*second)) << first.leading_zeros();
            let below = &n.limbs[..n.limbs.len() - 2];
            let sticky = both as u64 != 0 || below.iter().any(|limb| *limb != 0);
            ((both >> 64) as u64 | u64::from(sticky)) as f64 * 2f64.powi(bits as i32 - 64)
        }
        _ => f64::INFINITY,
    };
    if n.negative { -value } else { value }
}

/// The integer part; raises Domain for nan, Overflow for infinities.
pub fn of_f64<R: Room>(x: f64, room: R) -> Result<R::Whole, BuiltinExn> {
    if x.is_nan() {
        return Err(BuiltinExn::Domain);
    }
    if x.is_infinite() {
        return Err(BuiltinExn::Overflow);
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1075;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let (low, amount) = match exponent {
        0.. => (mantissa, exponent as u64),
        -52..0 => (mantissa >> -exponent, 0),
        _ => (0, 0),
    };
    let limbs = [low];
    Ok(bits::shl(Number { negative: x < 0.0, limbs: trimmed(&limbs) }, amount, room))
}

/// Sum.
pub fn add<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    let (a, b) = if a.limbs.len() < b.limbs.len() { (b, a) } else { (a, b) };
    if a.negative == b.negative {
        return room.fill(a.limbs.len() + 1, |out| {
            let (high, low) = out.split_last_mut().expect("at least a limb");
            *high = limbs::add(low, a.limbs, b.limbs).into();
            a.negative
        });
    }
    room.fill(a.limbs.len(), |out| {
        if limbs::compare(a.limbs, b.limbs) == Ordering::Less {
            limbs::sub(out, b.limbs, a.limbs);
            b.negative
        } else {
            limbs::sub(out, a.limbs, b.limbs);
            a.negative
        }
    })
}

/// Difference.
pub fn sub<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    add(a, b.opposite(), room)
}

/// Product.
pub fn mul<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    if a.limbs.is_empty() || b.limbs.is_empty() {
        return room.fill(0, |_| false);
    }
    room.fill(a.limbs.len() + b.limbs.len(), |out| {
        product::multiply(out, a.limbs, b.limbs);
        a.negative != b.negative
    })
}

/// Negation.
pub fn neg<R: Room>(n: Number<'_>, room: R) -> R::Whole {
    n.opposite().copied(room)
}

/// Compares them.
pub fn cmp(a: Number<'_>, b: Number<'_>) -> Ordering {
    match (a.negative, b.negative) {
        (false, false) => limbs::compare(a.limbs, b.limbs),
        (true, true) => limbs::compare(b.limbs, a.limbs),
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
    }
}

/// Quotient towards zero; raises Div.
pub fn quot<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> Result<R::Whole, BuiltinExn> {
    quotient_of(a, b, false, room)
}

/// Quotient rounded down; raises Div.
pub fn div<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> Result<R::Whole, BuiltinExn> {
    quotient_of(a, b, a.negative != b.negative, room)
}

/// A quotient rounded to zero, or away from it.
fn quotient_of<R: Room>(
    a: Number<'_>,
    b: Number<'_>,
    away: bool,
    room: R,
) -> Result<R::Whole, BuiltinExn> {
    if b.limbs.is_empty() {
        return Err(BuiltinExn::Div);
    }
    let len = (a.limbs.len() + 1).saturating_sub(b.limbs.len());
    Ok(room.fill(len + 1, |out| {
        let (high, low) = out.split_last_mut().expect("at least a limb");
        *high = 0;
        let inexact = match len {
            0 => !a.limbs.is_empty(),
            _ => quotient::divide(low, None, a.limbs, b.limbs),
        };
        if away && inexact {
            limbs::increment(out);
        }
        a.negative != b.negative
    }))
}

/// Remainder with the sign of the dividend; raises Div.
pub fn rem<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> Result<R::Whole, BuiltinExn> {
    remainder_of(a, b, false, room)
}

/// Remainder with the sign of the divisor; raises Div.
pub fn modulo<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> Result<R::Whole, BuiltinExn> {
    remainder_of(a, b, a.negative != b.negative, room)
}

/// The remainder of a quotient rounded to zero, or away from it.
fn remainder_of<R: Room>(
    a: Number<'_>,
    b: Number<'_>,
    away: bool,
    room: R,
) -> Result<R::Whole, BuiltinExn> {
    if b.limbs.is_empty() {
        return Err(BuiltinExn::Div);
    }
    Ok(room.fill(b.limbs.len(), |out| {
        let inexact = quotient::remainder(out, a.limbs, b.limbs);
        if away && inexact {
            limbs::sub_out(out, b.limbs);
            return b.negative;
        }
        a.negative
    }))
}

/// The bits that are set in both.
pub fn and<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    bits::bitwise(a, b, |a, b| a & b, room)
}

/// The bits that are set in one or both.
pub fn or<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    bits::bitwise(a, b, |a, b| a | b, room)
}

/// The bits that are set in one alone.
pub fn xor<R: Room>(a: Number<'_>, b: Number<'_>, room: R) -> R::Whole {
    bits::bitwise(a, b, |a, b| a ^ b, room)
}

/// Shift left; raises Size above 2^32, except for 0, which stays what it is.
pub fn shl<R: Room>(n: Number<'_>, amount: u64, room: R) -> Result<R::Whole, BuiltinExn> {
    match amount {
        _ if n.limbs.is_empty() => Ok(n.copied(room)),
        0..=MAX_SHIFT => Ok(bits::shl(n, amount, room)),
        _ => Err(BuiltinExn::Size),
    }
}

/// Shift right, rounding down.
pub fn shr<R: Room>(n: Number<'_>, amount: u64, room: R) -> R::Whole {
    bits::shr(n, amount, room)
}

/// Position of the highest set bit; raises Domain unless positive.
pub fn log2(n: Number<'_>) -> Result<i64, BuiltinExn> {
    if n.negative || n.limbs.is_empty() { Err(BuiltinExn::Domain) } else { Ok(n.bits() as i64 - 1) }
}

/// In radix 2..36, lower case, `-` for the sign; raises Domain.
pub fn to_str(n: Number<'_>, base: i64) -> Result<String, BuiltinExn> {
    Ok(text::to_str(if n.negative { "-" } else { "" }, n.limbs, radix(base)?))
}

/// Reads a whole string, digits of either case after an optional sign (`-`, `~` or `+`).
pub fn parse<R: Room>(text: &[u8], base: i64, room: R) -> Option<R::Whole> {
    let base = radix(base).ok()?;
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.iter().all(|d| char::from(*d).is_digit(base)) {
        return None;
    }
    let limbs = text::parse(digits, base);
    Some(Number { negative, limbs: &limbs }.copied(room))
}

/// Takes the sign, if there is one, off a number; true for minus.
pub(crate) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-' | b'~', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}
