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
        2 => general(&format!("{x:.*e}", digits - 1), digits as i32),
        _ => general(&format!("{x:e}"), EXACT_EXPONENT),
    })
}

/// Rewrites `d.ddde±n` without needless zeros, and without an exponent if that
/// is at least -4 and less than `limit`.
fn general(scientific: &str, limit: i32) -> String {
    let (sign, rest) = match scientific.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", scientific),
    };
    let (mantissa, exponent) = rest.split_once('e').unwrap_or((rest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        significant => significant,
    };
    let (whole, fraction) = if (0..limit).contains(&exponent) {
        let point = exponent as usize + 1;
        let whole = format!("{digits:0<point$}");
        (whole[..point].to_string(), digits.get(point..).unwrap_or_default().to_string())
    } else if (-4..0).contains(&exponent) {
        ("0".to_string(), format!("{}{digits}", "0".repeat(-exponent as usize - 1)))
    } else {
        let point = if digits.len() > 1 { "." } else { "" };
        return format!("{sign}{}{point}{}E{exponent}", &digits[..1], &digits[1..]);
    };
    let fraction = if fraction.is_empty() { "0" } else { &fraction };
    format!("{sign}{whole}.{fraction}")
}

/// Reads a whole string as a number, correctly rounded: an optional sign (`-`,
/// `~` or `+`), digits with a point before, between or after them, and an
/// optional exponent; or `inf`, `infinity`, `nan` in letters of either case.
pub fn parse_f64(text: &[u8]) -> Option<f64> {
    let (negative, rest) = split_sign(text);
    let magnitude = match rest.to_ascii_lowercase().as_slice() {
        b"inf" | b"infinity" => f64::INFINITY,
        b"nan" => f64::NAN,
        number => parse_magnitude(number)?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn parse_magnitude(number: &[u8]) -> Option<f64> {
    let (mantissa, exponent) = match number.iter().position(|c| *c == b'e') {
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
    let mut plain = String::from_utf8(mantissa.to_vec()).ok()?;
    if let Some(exponent) = exponent {
        let (negative, digits) = split_sign(exponent);
        if digits.is_empty() || !is_digits(digits) {
            return None;
        }
        plain.push_str(if negative { "e-" } else { "e" });
        plain.push_str(std::str::from_utf8(digits).ok()?);
    }
    plain.parse().ok()
}

#[cfg(test)]
mod tests;
