//! The text of numbers: prefixes, integers, rationals, decimals, infinities.
//!
//! ```text
//! number   ::= prefix* real         at most one radix and one exactness, in any order
//! prefix   ::= #x #o #d #b | #e #i
//! real     ::= sign? ureal | sign inf.0 | sign nan.0
//! ureal    ::= digit+ | digit+ / digit+ | decimal (in radix 10)
//! decimal  ::= (digit+ | digit+ . digit* | . digit+) (e sign? digit+)?
//! ```
//! Complex numbers (`1+2i`, `1@2`, `+i`) are recognised and refused.

use crate::Kind;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// The greatest power of ten, up or down, in the text of an exact number. Its digits are counted
/// in kilobytes of heap, and in seconds of whoever prints them.
pub const MAX_EXPONENT: i64 = 100_000;

/// The reasons why a text is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It has not the form of a number.
    Malformed,
    /// It is a complex number.
    Complex,
    /// Its denominator is zero.
    ZeroDenominator,
    /// It asks for an exact infinity or an exact `nan`.
    NotExact,
    /// It asks for an exact number beyond [`MAX_EXPONENT`].
    TooLarge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    Exact,
    Inexact,
}

/// A real number before its exactness is decided.
enum Real<'t> {
    Integer { negative: bool, digits: &'t str },
    Ratio { negative: bool, numerator: &'t str, denominator: &'t str },
    Decimal { text: &'t str, negative: bool, whole: &'t str, fraction: &'t str, exponent: &'t str },
    Special(f64),
}

/// The number that a text denotes, in a radix that its prefixes may change.
///
/// # Errors
/// The reason why it is none.
pub fn parse(text: &str, radix: u32) -> Result<Kind, Fault> {
    let (mut rest, mut exactness, mut own_radix) = (text, None, None);
    while let Some(prefixed) = rest.strip_prefix('#') {
        let Some(letter) = prefixed.chars().next() else { return Err(Fault::Malformed) };
        match letter.to_ascii_lowercase() {
            'e' if exactness.is_none() => exactness = Some(Exactness::Exact),
            'i' if exactness.is_none() => exactness = Some(Exactness::Inexact),
            'b' if own_radix.is_none() => own_radix = Some(2),
            'o' if own_radix.is_none() => own_radix = Some(8),
            'd' if own_radix.is_none() => own_radix = Some(10),
            'x' if own_radix.is_none() => own_radix = Some(16),
            _ => return Err(Fault::Malformed),
        }
        rest = &prefixed[letter.len_utf8()..];
    }
    let mut scanner = Scanner { text: rest, at: 0, radix: own_radix.unwrap_or(radix) };
    let real = scanner.real();
    let end = scanner.at;
    if scanner.is_complex(real.is_some()) {
        return Err(Fault::Complex);
    }
    match real {
        Some(real) if end == rest.len() => value(&real, scanner.radix, exactness),
        Some(_) | None => Err(Fault::Malformed),
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    radix: u32,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn take(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let found = self.rest().chars().next().is_some_and(wanted);
        // Only ASCII characters are wanted.
        self.at += usize::from(found);
        found
    }

    fn digits(&mut self) -> &'t str {
        let (start, radix) = (self.at, self.radix);
        while self.take(|c| c.is_digit(radix)) {}
        &self.text[start..self.at]
    }

    /// A real number at the beginning of what is left.
    fn real(&mut self) -> Option<Real<'t>> {
        let start = self.at;
        let negative = self.rest().starts_with('-');
        let signed = self.take(|c| c == '+' || c == '-');
        if signed && let Some(word) = self.rest().get(..5) {
            let special = match word.to_ascii_lowercase().as_str() {
                "inf.0" if negative => Some(f64::NEG_INFINITY),
                "inf.0" => Some(f64::INFINITY),
                "nan.0" => Some(f64::NAN),
                _ => None,
            };
            if let Some(special) = special {
                self.at += word.len();
                return Some(Real::Special(special));
            }
        }
        let whole = self.digits();
        if !whole.is_empty() && self.take(|c| c == '/') {
            let denominator = self.digits();
            if denominator.is_empty() {
                self.at = start;
                return None;
            }
            return Some(Real::Ratio { negative, numerator: whole, denominator });
        }
        let point = self.radix == 10 && self.take(|c| c == '.');
        let fraction = if point { self.digits() } else { "" };
        if whole.is_empty() && fraction.is_empty() {
            self.at = start;
            return None;
        }
        let exponent = if self.radix == 10 { self.exponent() } else { "" };
        if !point && exponent.is_empty() {
            return Some(Real::Integer { negative, digits: whole });
        }
        let text = &self.text[start..self.at];
        Some(Real::Decimal { text, negative, whole, fraction, exponent })
    }

    /// The exponent of a decimal, with its sign; empty if there is none.
    fn exponent(&mut self) -> &'t str {
        let start = self.at;
        if self.take(|c| c == 'e' || c == 'E') {
            self.take(|c| c == '+' || c == '-');
            if !self.digits().is_empty() {
                return &self.text[start + 1..self.at];
            }
        }
        self.at = start;
        ""
    }

    /// True if what follows a real number, or the want of one, makes the text a complex number.
    fn is_complex(&mut self, after_real: bool) -> bool {
        let is_i = |text: &str| text.eq_ignore_ascii_case("i");
        if !after_real {
            return self.take(|c| c == '+' || c == '-') && is_i(self.rest());
        }
        if is_i(self.rest()) {
            return self.text.starts_with(['+', '-']);
        }
        if self.take(|c| c == '@') {
            return self.real().is_some() && self.rest().is_empty();
        }
        if !self.rest().starts_with(['+', '-']) {
            return false;
        }
        if self.real().is_none() {
            self.at += 1;
        }
        is_i(self.rest())
    }
}

fn value(real: &Real<'_>, radix: u32, exactness: Option<Exactness>) -> Result<Kind, Fault> {
    let inexact = exactness == Some(Exactness::Inexact);
    match real {
        Real::Special(_) if exactness == Some(Exactness::Exact) => Err(Fault::NotExact),
        Real::Special(value) => Ok(Kind::Real(*value)),
        Real::Integer { negative, digits } => {
            let digits = natural(digits, radix);
            Ok(quotient(*negative, digits, BigUint::one(), inexact))
        }
        Real::Ratio { negative, numerator, denominator } => {
            let denominator = natural(denominator, radix);
            if denominator.is_zero() {
                return Err(Fault::ZeroDenominator);
            }
            Ok(quotient(*negative, natural(numerator, radix), denominator, inexact))
        }
        Real::Decimal { text, negative, whole, fraction, exponent } => {
            if exactness != Some(Exactness::Exact) {
                let value = text.parse().map_err(|_| Fault::Malformed)?;
                return Ok(Kind::Real(value));
            }
            let digits = natural(&format!("{whole}{fraction}"), 10);
            let power = if digits.is_zero() { 0 } else { power(exponent, fraction.len())? };
            let scale = BigUint::from(10u32).pow(power.unsigned_abs() as u32);
            Ok(match power {
                0.. => quotient(*negative, digits * scale, BigUint::one(), false),
                ..0 => quotient(*negative, digits, scale, false),
            })
        }
    }
}

/// The power of ten by which the digits of an exact decimal are multiplied.
fn power(exponent: &str, fraction: usize) -> Result<i64, Fault> {
    let exponent: i64 = match exponent {
        "" => 0,
        exponent => exponent.parse().map_err(|_| Fault::TooLarge)?,
    };
    let power = exponent.saturating_sub(fraction as i64);
    if power.abs() > MAX_EXPONENT { Err(Fault::TooLarge) } else { Ok(power) }
}

/// The number of digits of the radix, of which there may be none.
fn natural(digits: &str, radix: u32) -> BigUint {
    // Most numbers are small.
    if digits.len() <= 12 {
        return BigUint::from(u64::from_str_radix(digits, radix).unwrap_or_default());
    }
    BigUint::parse_bytes(digits.as_bytes(), radix).unwrap_or_default()
}

fn quotient(negative: bool, numerator: BigUint, denominator: BigUint, inexact: bool) -> Kind {
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    if inexact {
        let magnitude = nearest(&numerator, &denominator);
        return Kind::Real(if negative && !numerator.is_zero() { -magnitude } else { magnitude });
    }
    if denominator.is_one() {
        return Kind::Int(BigInt::from_biguint(sign, numerator));
    }
    let divisor = numerator.gcd(&denominator);
    let (numerator, denominator) = (numerator / &divisor, denominator / divisor);
    let numerator = BigInt::from_biguint(sign, numerator);
    if denominator.is_one() {
        return Kind::Int(numerator);
    }
    Kind::Ratio(Box::new((numerator, denominator.into())))
}

/// The flonum nearest to a quotient, of two equally near the even one.
fn nearest(numerator: &BigUint, denominator: &BigUint) -> f64 {
    const MANTISSA: i64 = f64::MANTISSA_DIGITS as i64;
    const SMALLEST: i64 = f64::MIN_EXP as i64 - MANTISSA;
    if numerator.is_zero() {
        return 0.0;
    }
    // The quotient is q * 2^exponent, where q has one or two bits more than a mantissa, or fewer
    // where the flonum is subnormal.
    let bits = numerator.bits() as i64 - denominator.bits() as i64;
    let exponent = (bits - MANTISSA - 1).max(SMALLEST - 2);
    let (q, remainder) = if exponent >= 0 {
        numerator.div_rem(&(denominator << exponent as u64))
    } else {
        (numerator << exponent.unsigned_abs()).div_rem(denominator)
    };
    let Some(q) = q.to_u64() else { base::bug!("a quotient of more than 64 bits") };
    // Bits below the mantissa are rounded away, by hand, because the multiplication by a power of
    // two must be exact.
    let surplus = (64 - i64::from(q.leading_zeros()) - MANTISSA).max(SMALLEST - exponent).max(0);
    let (kept, lost) = (q >> surplus, q & ((1 << surplus) - 1));
    let half = (1u64 << surplus) >> 1;
    let above = lost > half || lost == half && (!remainder.is_zero() || kept & 1 == 1);
    let mantissa = kept + u64::from(surplus > 0 && above);
    scale(mantissa as f64, exponent + surplus)
}

/// `x * 2^exponent`, in steps that stay within the powers of two that are flonums.
fn scale(mut x: f64, mut exponent: i64) -> f64 {
    while exponent > 0 && x.is_finite() {
        let step = exponent.min(1000);
        x *= 2f64.powi(step as i32);
        exponent -= step;
    }
    while exponent < 0 {
        let step = exponent.max(-1000);
        x *= 2f64.powi(step as i32);
        exponent -= step;
    }
    x
}
