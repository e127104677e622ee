//! Floating-point numbers as text.
//!
//! ```text
//! style   like                 0.5, 2        12345.0, 3     1e20, 4
//! SCI     StringCvt.SCI        5.00E-1       1.234E4        1.0000E20
//! FIX     StringCvt.FIX        0.50          12345.000      100000000000000000000.0000
//! GEN     StringCvt.GEN        0.5           1.23E4         1E20
//! EXACT   shortest that reads  0.5           12345.0        1E20
//! ```
//!
//! Digits are correctly rounded, ties to even. GEN and EXACT use the notation
//! without exponent while the exponent of ten is at least -4 and less than the
//! number of digits (16 for EXACT), and then give whole numbers the fraction
//! `.0`, as SML/NJ and Poly/ML do.

use crate::BuiltinExn;
use crate::big::split_sign;
use std::fmt::Write as _;

/// Most digits that may be asked for.
const MAX_DIGITS: i64 = 10_000;
/// EXACT uses an exponent from this one on, as Rust's `{:?}` does.
const EXACT_EXPONENT: i32 = 16;

/// Formats a number: style 0 SCI, 1 FIX, 2 GEN, 3 EXACT (which ignores `digits`).
///
/// Raises Size for less than 0 (GEN: 1) or more than 10000 digits, and for
/// another style.
pub fn fmt_f64(x: f64, style: i64, digits: i64) -> Result<String, BuiltinExn> {
    let least = i64::from(style == 2);
    if !(0..=3).contains(&style) || !(least..=MAX_DIGITS).contains(&digits) {
        return Err(BuiltinExn::Size);
    }
    if !x.is_finite() {
        let name = if x.is_nan() {
            "nan"
        } else if x > 0.0 {
            "inf"
        } else {
            "-inf"
        };
        return Ok(name.to_string());
    }
    let digits = digits as usize;
    Ok(match style {
        0 => format!("{x:.digits$e}").replace('e', "E"),
        1 => format!("{x:.digits$}"),
        2 => general(&scientific(x, Some(digits - 1)), digits as i32),
        _ => general(&scientific(x, None), EXACT_EXPONENT),
    })
}

/// `d.ddde±n` with so many digits after the point, or as many as read back.
fn scientific(x: f64, digits: Option<usize>) -> String {
    let mut text = String::with_capacity(digits.unwrap_or(17) + 8);
    let written = match digits {
        Some(digits) => write!(text, "{x:.digits$e}"),
        None => write!(text, "{x:e}"),
    };
    debug_assert!(written.is_ok(), "a string takes everything");
    text
}

/// Rewrites `d.ddde±n` without needless zeros, and without an exponent if that
/// is at least -4 and less than `limit`.
fn general(scientific: &str, limit: i32) -> String {
    let (sign, rest) = match scientific.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", scientific),
    };
    // The `e` is near the end.
    let e = rest.bytes().rposition(|c| c == b'e').unwrap_or(rest.len());
    let exponent: i32 = rest.get(e + 1..).and_then(|n| n.parse().ok()).unwrap_or(0);
    let first = &rest[..1];
    let others = rest.get(2..e).unwrap_or("").trim_end_matches('0');
    let mut text = String::with_capacity(scientific.len() + 8);
    text.push_str(sign);
    if (0..limit).contains(&exponent) {
        let whole = others.len().min(exponent as usize);
        text.push_str(first);
        text.push_str(&others[..whole]);
        text.extend(std::iter::repeat_n('0', exponent as usize - whole));
        text.push('.');
        text.push_str(if whole < others.len() { &others[whole..] } else { "0" });
    } else if (-4..0).contains(&exponent) {
        text.push_str(&"0.000"[..(1 - exponent) as usize]);
        text.push_str(first);
        text.push_str(others);
    } else {
        text.push_str(first);
        if !others.is_empty() {
            text.push('.');
            text.push_str(others);
        }
        text.push('E');
        text.push_str(&rest[e + 1..]);
    }
    text
}

/// Reads a whole string as a number, correctly rounded: an optional sign (`-`,
/// `~` or `+`), digits with a point before, between or after them, and an
/// optional exponent; or `inf`, `infinity`, `nan` in letters of either case.
pub fn parse_f64(text: &[u8]) -> Option<f64> {
    let (negative, rest) = split_sign(text);
    let is = |word: &str| rest.eq_ignore_ascii_case(word.as_bytes());
    let magnitude = if is("inf") || is("infinity") {
        f64::INFINITY
    } else if is("nan") {
        f64::NAN
    } else {
        parse_magnitude(rest)?
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn parse_magnitude(number: &[u8]) -> Option<f64> {
    let (mantissa, exponent) = match number.iter().position(|c| matches!(c, b'e' | b'E')) {
        Some(e) => (&number[..e], Some(&number[e + 1..])),
        None => (number, None),
    };
    let is_digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    let (whole, fraction) = match mantissa.iter().position(|c| *c == b'.') {
        Some(point) => (&mantissa[..point], &mantissa[point + 1..]),
        None => (mantissa, &[][..]),
    };
    if !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let plain = std::str::from_utf8(mantissa).ok()?;
    let Some(exponent) = exponent else { return plain.parse().ok() };
    let (negative, digits) = split_sign(exponent);
    if digits.is_empty() || !is_digits(digits) {
        return None;
    }
    let digits = std::str::from_utf8(digits).ok()?;
    format!("{plain}e{}{digits}", if negative { "-" } else { "" }).parse().ok()
}

#[cfg(test)]
mod tests;
