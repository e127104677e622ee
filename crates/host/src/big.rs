//! Integers of arbitrary precision: the meaning of the `big.*` primitives.

use crate::BuiltinExn;
use crate::int::radix;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{ToPrimitive, Zero};

mod divide;
mod text;

/// Most bits by which `shl` shifts.
const MAX_SHIFT: u64 = 1 << 32;

/// The integer of this sign whose magnitude has these limbs, lowest first.
pub fn from_limbs(negative: bool, limbs: &[u64]) -> BigInt {
    let halves = limbs.iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]).collect();
    BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, BigUint::new(halves))
}

/// The limbs of the magnitude, lowest first, without a highest that is zero.
pub fn limbs(n: &BigInt) -> impl ExactSizeIterator<Item = u64> {
    n.iter_u64_digits()
}

/// True if it is less than zero.
pub fn is_negative(n: &BigInt) -> bool {
    n.sign() == Sign::Minus
}

/// As a signed integer; raises Overflow.
pub fn to_i64(n: &BigInt) -> Result<i64, BuiltinExn> {
    n.to_i64().ok_or(BuiltinExn::Overflow)
}

/// The low 64 bits, two's complement.
pub fn wrap(n: &BigInt) -> i64 {
    let low = n.iter_u64_digits().next().unwrap_or(0) as i64;
    if is_negative(n) { low.wrapping_neg() } else { low }
}

/// The nearest number, ties to even; an infinity beyond the greatest.
pub fn to_f64(n: &BigInt) -> f64 {
    let magnitude = n.magnitude();
    let bits = magnitude.bits();
    let value = if bits <= 64 {
        wrap(&magnitude.clone().into()) as u64 as f64
    } else if bits > 1024 {
        f64::INFINITY
    } else {
        // The top 64 bits, the lowest of them set if any bit below is: 11 bits
        // more than a mantissa, so the conversion rounds once and correctly.
        let shift = bits - 64;
        let top = (magnitude >> shift).to_u64().unwrap_or(u64::MAX);
        let sticky = magnitude.trailing_zeros().is_some_and(|zeros| zeros < shift);
        (top | u64::from(sticky)) as f64 * 2f64.powi(shift as i32)
    };
    if is_negative(n) { -value } else { value }
}

/// The integer part; raises Domain for nan, Overflow for infinities.
pub fn of_f64(x: f64) -> Result<BigInt, BuiltinExn> {
    if x.is_nan() {
        return Err(BuiltinExn::Domain);
    }
    if x.is_infinite() {
        return Err(BuiltinExn::Overflow);
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1075;
    let mantissa = BigInt::from(bits & ((1 << 52) - 1) | 1 << 52);
    let magnitude = match exponent {
        0.. => mantissa << exponent,
        -52..0 => mantissa >> -exponent,
        _ => BigInt::ZERO,
    };
    Ok(if x < 0.0 { -magnitude } else { magnitude })
}

fn divisor(n: &BigInt) -> Result<&BigInt, BuiltinExn> {
    if n.is_zero() { Err(BuiltinExn::Div) } else { Ok(n) }
}

/// Quotient towards zero; raises Div.
pub fn quot(a: &BigInt, b: &BigInt) -> Result<BigInt, BuiltinExn> {
    Ok(divide::quot_rem(a, divisor(b)?).0)
}

/// Remainder with the sign of the dividend; raises Div.
pub fn rem(a: &BigInt, b: &BigInt) -> Result<BigInt, BuiltinExn> {
    Ok(divide::quot_rem(a, divisor(b)?).1)
}

/// Quotient rounded down; raises Div.
pub fn div(a: &BigInt, b: &BigInt) -> Result<BigInt, BuiltinExn> {
    Ok(divide::div_mod(a, divisor(b)?).0)
}

/// Remainder with the sign of the divisor; raises Div.
pub fn modulo(a: &BigInt, b: &BigInt) -> Result<BigInt, BuiltinExn> {
    Ok(divide::div_mod(a, divisor(b)?).1)
}

/// Shift left; raises Size above 2^32, except for 0, which stays what it is.
pub fn shl(n: &BigInt, amount: u64) -> Result<BigInt, BuiltinExn> {
    match amount {
        _ if n.bits() == 0 => Ok(n.clone()),
        0..=MAX_SHIFT => Ok(n << amount),
        _ => Err(BuiltinExn::Size),
    }
}

/// Shift right, rounding down.
pub fn shr(n: &BigInt, amount: u64) -> BigInt {
    if amount <= n.bits() {
        n >> amount
    } else if is_negative(n) {
        BigInt::from(-1)
    } else {
        BigInt::ZERO
    }
}

/// Position of the highest set bit; raises Domain unless positive.
pub fn log2(n: &BigInt) -> Result<i64, BuiltinExn> {
    if n.sign() == Sign::Plus { Ok(n.bits() as i64 - 1) } else { Err(BuiltinExn::Domain) }
}

/// In radix 2..36, lower case, `-` for the sign; raises Domain.
pub fn to_str(n: &BigInt, base: i64) -> Result<String, BuiltinExn> {
    let digits = text::to_str(n.magnitude(), radix(base)?);
    Ok(if is_negative(n) { format!("-{digits}") } else { digits })
}

/// Reads a whole string, digits of either case after an optional sign (`-`, `~` or `+`).
pub fn parse(text: &[u8], base: i64) -> Option<BigInt> {
    let base = radix(base).ok()?;
    let (negative, digits) = split_sign(text);
    // The library also takes underscores.
    if digits.is_empty() || !digits.iter().all(|d| char::from(*d).is_digit(base)) {
        return None;
    }
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Some(BigInt::from_biguint(sign, text::parse(digits, base)?))
}

/// Takes the sign, if there is one, off a number; true for minus.
pub(crate) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-' | b'~', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(text: &str) -> BigInt {
        parse(text.as_bytes(), 10).unwrap()
    }

    #[test]
    fn limbs_come_back() {
        for n in [
            big("0"),
            big("-1"),
            big("18446744073709551616"),
            big("-340282366920938463463374607431768211455"),
        ] {
            assert_eq!(from_limbs(is_negative(&n), &limbs(&n).collect::<Vec<_>>()), n);
        }
        assert_eq!(limbs(&big("18446744073709551616")).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(from_limbs(true, &[5, 0, 0]), big("-5"));
    }

    #[test]
    fn to_machine_integers() {
        assert_eq!(to_i64(&big("9223372036854775807")), Ok(i64::MAX));
        assert_eq!(to_i64(&big("-9223372036854775808")), Ok(i64::MIN));
        assert_eq!(to_i64(&big("9223372036854775808")), Err(BuiltinExn::Overflow));
        assert_eq!(wrap(&big("18446744073709551617")), 1);
        assert_eq!(wrap(&big("-18446744073709551617")), -1);
        assert_eq!(wrap(&big("9223372036854775808")), i64::MIN);
    }

    #[test]
    fn to_f64_rounds_to_nearest_even() {
        assert_eq!(to_f64(&big("0")), 0.0);
        assert_eq!(to_f64(&big("-3")), -3.0);
        // 2^53 + 1 is a tie, 2^53 + 3 another.
        assert_eq!(to_f64(&big("9007199254740993")), 9007199254740992.0);
        assert_eq!(to_f64(&big("9007199254740995")), 9007199254740996.0);
        let one = BigInt::from(1);
        for shift in [12u64, 64, 65, 200, 900] {
            let tie =
                (big("9007199254740993") << shift, 9007199254740992.0 * 2f64.powi(shift as i32));
            assert_eq!(to_f64(&tie.0), tie.1);
            let above = 9007199254740994.0 * 2f64.powi(shift as i32);
            assert_eq!(to_f64(&(&tie.0 + &one)), above);
            assert_eq!(to_f64(&(&tie.0 - &one)), tie.1);
        }
        assert_eq!(to_f64(&(&one << 1023u32)), 2f64.powi(1023));
        assert_eq!(to_f64(&(&one << 1024u32)), f64::INFINITY);
        assert_eq!(to_f64(&(&one - (&one << 1024u32))), f64::NEG_INFINITY);
        assert_eq!(to_f64(&((&one << 1024u32) - (&one << 970u32))), f64::INFINITY);
        assert_eq!(to_f64(&((&one << 1024u32) - (&one << 970u32) - &one)), f64::MAX);
    }

    #[test]
    fn of_f64_truncates() {
        assert_eq!(of_f64(-2.9), Ok(big("-2")));
        assert_eq!(of_f64(0.99), Ok(big("0")));
        assert_eq!(of_f64(5e-324), Ok(big("0")));
        assert_eq!(of_f64(1e22), Ok(big("10000000000000000000000")));
        assert_eq!(of_f64(-2251799813685249.5), Ok(big("-2251799813685249")));
        assert_eq!(of_f64(f64::MAX).map(|n| to_f64(&n)), Ok(f64::MAX));
        assert_eq!(of_f64(f64::NAN), Err(BuiltinExn::Domain));
        assert_eq!(of_f64(f64::NEG_INFINITY), Err(BuiltinExn::Overflow));
    }

    #[test]
    fn division_in_four_ways() {
        let cases = [
            (7, 2, 3, 1, 3, 1),
            (-7, 2, -3, -1, -4, 1),
            (7, -2, -3, 1, -4, -1),
            (-7, -2, 3, -1, 3, -1),
            (-6, 2, -3, 0, -3, 0),
        ];
        for (a, b, q, r, d, m) in cases {
            let (a, b) = (BigInt::from(a), BigInt::from(b));
            assert_eq!((quot(&a, &b), rem(&a, &b)), (Ok(q.into()), Ok(r.into())));
            assert_eq!((div(&a, &b), modulo(&a, &b)), (Ok(d.into()), Ok(m.into())));
        }
        for f in [quot, rem, div, modulo] {
            assert_eq!(f(&big("1"), &big("0")), Err(BuiltinExn::Div));
        }
    }

    #[test]
    fn shifts_and_logarithm() {
        assert_eq!(shl(&big("-3"), 70), Ok(big("-3541774862152233910272")));
        assert_eq!(shl(&big("1"), MAX_SHIFT + 1), Err(BuiltinExn::Size));
        assert_eq!(shl(&big("0"), u64::MAX), Ok(big("0")));
        assert_eq!(shr(&big("-5"), 1), big("-3"));
        assert_eq!(shr(&big("-1"), 1000), big("-1"));
        assert_eq!(shr(&big("-4"), 3), big("-1"));
        assert_eq!(shr(&big("5"), u64::MAX), big("0"));
        assert_eq!(shr(&big("-18446744073709551616"), 64), big("-1"));
        assert_eq!(log2(&big("1")), Ok(0));
        assert_eq!(log2(&big("18446744073709551616")), Ok(64));
        assert_eq!(log2(&big("0")), Err(BuiltinExn::Domain));
        assert_eq!(log2(&big("-8")), Err(BuiltinExn::Domain));
    }

    #[test]
    fn text() {
        assert_eq!(parse(b"~ff", 16), Some(big("-255")));
        assert_eq!(parse(b"FF", 16), Some(big("255")));
        assert_eq!(parse(b"+12", 10), Some(big("12")));
        for bad in [&b""[..], b"-", b"--1", b"1_000", b" 1", b"12a", b"1.0", b"\xff"] {
            assert_eq!(parse(bad, 10), None);
        }
        assert_eq!(parse(b"1", 1), None);
        assert_eq!(to_str(&big("-255"), 16).unwrap(), "-ff");
        assert_eq!(to_str(&big("0"), 2).unwrap(), "0");
        assert_eq!(to_str(&big("1"), 37), Err(BuiltinExn::Domain));
    }
}
