//! Constants.

use crate::Const;
use base::{LocatedError, Span};
use num_bigint::BigInt;
use std::fmt;
use std::sync::Arc;
use text::{Cursor, Read, Tok, show_str, unescape_str};
use types::Width;

const NAN64: u64 = 0x7ff8_0000_0000_0000;
const NAN32: u32 = 0x7fc0_0000;

/// True if a constant begins with this token.
pub fn is_constant(tok: Tok<'_>) -> bool {
    match tok {
        Tok::Int(_) | Tok::Float(_) | Tok::Big(_) | Tok::Str(_) => true,
        Tok::Name(word) => matches!(word, "true" | "false" | "inf" | "nan" | "null"),
        Tok::Pos(_)
        | Tok::Open
        | Tok::Close
        | Tok::OpenBrace
        | Tok::CloseBrace
        | Tok::OpenBracket => false,
        Tok::CloseBracket
        | Tok::Comma
        | Tok::Colon
        | Tok::Equal
        | Tok::Arrow
        | Tok::FatArrow
        | Tok::Bar => false,
        Tok::Underscore | Tok::Hash | Tok::Star | Tok::At | Tok::Bad | Tok::End => false,
    }
}

/// Reads a constant.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other token begins a constant")]
pub fn constant(cursor: &mut Cursor<'_>) -> Read<Const> {
    let span = cursor.span();
    match cursor.peek() {
        Tok::Int(text) => {
            cursor.bump();
            match suffix(cursor)? {
                Some(Suffix::Int(width)) => {
                    int(text, width, span).map(|bits| Const::Int(width, bits))
                }
                Some(Suffix::F32) => float32(text, span),
                Some(Suffix::F64) => float64(text, span),
                None => int(text, Width::I64, span).map(|bits| Const::Int(Width::I64, bits)),
            }
        }
        Tok::Float(text) => {
            cursor.bump();
            float(cursor, text, span)
        }
        Tok::Big(text) => {
            cursor.bump();
            let number: Result<BigInt, _> = text.parse();
            number
                .map(|n| Const::Big(Arc::new(n)))
                .map_err(|_| LocatedError::new(span, "bad number", "not a big integer"))
        }
        Tok::Str(raw) => {
            cursor.bump();
            Ok(Const::Str(unescape_str(raw).into()))
        }
        Tok::Name("true") => {
            cursor.bump();
            Ok(Const::bool(true))
        }
        Tok::Name("false") => {
            cursor.bump();
            Ok(Const::bool(false))
        }
        Tok::Name("null") => {
            cursor.bump();
            Ok(Const::Null)
        }
        Tok::Name("inf") => {
            cursor.bump();
            float(cursor, "inf", span)
        }
        Tok::Name("nan") => {
            cursor.bump();
            nan(cursor, span)
        }
        _ => Err(cursor.unexpected("a constant")),
    }
}

/// Reads an integer of this width; gives its bits.
pub fn int_literal(cursor: &mut Cursor<'_>, width: Width) -> Read<u64> {
    let span = cursor.span();
    if let Tok::Int(text) = cursor.peek() {
        cursor.bump();
        return int(text, width, span);
    }
    match cursor.word() {
        Some(word @ ("true" | "false")) if width == Width::I1 => {
            cursor.bump();
            Ok((word == "true") as u64)
        }
        Some(_) | None => Err(cursor.unexpected("an integer")),
    }
}

enum Suffix {
    Int(Width),
    F32,
    F64,
}

/// `:i8` and the like, if it is there.
fn suffix(cursor: &mut Cursor<'_>) -> Read<Option<Suffix>> {
    if !cursor.eat(Tok::Colon) {
        return Ok(None);
    }
    let suffix = match cursor.word() {
        Some("i1") => Suffix::Int(Width::I1),
        Some("i8") => Suffix::Int(Width::I8),
        Some("i16") => Suffix::Int(Width::I16),
        Some("i32") => Suffix::Int(Width::I32),
        Some("i64") => Suffix::Int(Width::I64),
        Some("f32") => Suffix::F32,
        Some("f64") => Suffix::F64,
        Some(_) | None => return Err(cursor.unexpected("the type of a number")),
    };
    cursor.bump();
    Ok(Some(suffix))
}

fn int(text: &str, width: Width, span: Span) -> Read<u64> {
    let bits = width.bits();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => u128::from_str_radix(hex, 16),
        None => digits.parse::<u128>(),
    };
    let most = if negative { 1u128 << (bits - 1) } else { width.mask() as u128 };
    match magnitude {
        Ok(n) if n <= most && negative => Ok((n as u64).wrapping_neg() & width.mask()),
        Ok(n) if n <= most => Ok(n as u64),
        Ok(_) | Err(_) => {
            let label = format!(
                "an {width} is at least {} and at most {}",
                -(1i128 << (bits - 1)),
                width.mask()
            );
            Err(LocatedError::new(span, "integer does not fit", label))
        }
    }
}

/// A number whose text has been taken, with its suffix.
fn float(cursor: &mut Cursor<'_>, text: &str, span: Span) -> Read<Const> {
    match suffix(cursor)? {
        Some(Suffix::F32) => float32(text, span),
        None | Some(Suffix::F64) => float64(text, span),
        Some(Suffix::Int(width)) => Err(LocatedError::new(
            cursor.since(span),
            "not an integer",
            format!("this cannot be an {width}"),
        )),
    }
}

fn float64(text: &str, span: Span) -> Read<Const> {
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() || text.ends_with("inf") => Ok(Const::f64(x)),
        _ => Err(LocatedError::new(span, "number does not fit", "this is not an f64")),
    }
}

fn float32(text: &str, span: Span) -> Read<Const> {
    match text.parse::<f32>() {
        Ok(x) if x.is_finite() || text.ends_with("inf") => Ok(Const::F32(x.to_bits())),
        _ => Err(LocatedError::new(span, "number does not fit", "this is not an f32")),
    }
}

/// `nan`, `nan:0xBITS`, `nan:f32`, `nan:0xBITS:f32`, after the word.
fn nan(cursor: &mut Cursor<'_>, span: Span) -> Read<Const> {
    let mut bits = None;
    if cursor.at(Tok::Colon)
        && let Tok::Int(text) = cursor.peek_next()
    {
        cursor.bump();
        let at = cursor.span();
        cursor.bump();
        bits = Some(int(text, Width::I64, at)?);
    }
    let not_nan = || LocatedError::new(span, "not a nan", "these bits are those of a number");
    match suffix(cursor)? {
        None | Some(Suffix::F64) => {
            let bits = bits.unwrap_or(NAN64);
            if f64::from_bits(bits).is_nan() { Ok(Const::F64(bits)) } else { Err(not_nan()) }
        }
        Some(Suffix::F32) => match u32::try_from(bits.unwrap_or(NAN32 as u64)) {
            Ok(bits) if f32::from_bits(bits).is_nan() => Ok(Const::F32(bits)),
            _ => Err(not_nan()),
        },
        Some(Suffix::Int(width)) => {
            Err(LocatedError::new(span, "not an integer", format!("nan cannot be an {width}")))
        }
    }
}

/// A constant as the text writes it.
pub fn show_const(constant: &Const) -> impl fmt::Display + '_ {
    ShownConst(constant)
}

struct ShownConst<'a>(&'a Const);

impl fmt::Display for ShownConst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Const::Int(Width::I1, bits) => write!(f, "{}", *bits & 1 == 1),
            Const::Int(Width::I64, bits) => write!(f, "{}", *bits as i64),
            Const::Int(width, bits) => write!(f, "{}:{width}", width.sext(*bits)),
            Const::F32(bits) => match f32::from_bits(*bits) {
                x if x.is_nan() && *bits == NAN32 => f.write_str("nan:f32"),
                x if x.is_nan() => write!(f, "nan:{bits:#010x}:f32"),
                x => write!(f, "{x:?}:f32"),
            },
            Const::F64(bits) => match f64::from_bits(*bits) {
                x if x.is_nan() && *bits == NAN64 => f.write_str("nan"),
                x if x.is_nan() => write!(f, "nan:{bits:#018x}"),
                x => write!(f, "{x:?}"),
            },
            Const::Str(bytes) => show_str(bytes).fmt(f),
            Const::Big(n) => write!(f, "{n}n"),
            Const::Null => f.write_str("null"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Const, String> {
        let mut cursor = Cursor::new(text.as_bytes(), 10);
        let read = constant(&mut cursor).map_err(|e| format!("{}: {}", e.title, e.label))?;
        assert!(cursor.at(Tok::End), "{text}");
        Ok(read)
    }

    #[test]
    fn constants_read_back_exactly() {
        let mut all = vec![Const::Null, Const::str(b"a\n\t\\\"\x00\xff z"), Const::str("")];
        for width in Width::ALL {
            all.extend([0, 1, width.mask(), width.mask() >> 1].map(|bits| Const::Int(width, bits)));
        }
        for x in [
            0.0,
            -0.0,
            1.5,
            1e300,
            5e-324,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e16,
            0.1,
            123456789.0,
        ] {
            all.extend([Const::f64(x), Const::F32((x as f32).to_bits())]);
        }
        all.extend([NAN64, NAN64 | 1, NAN64 | 1 << 63, 0x7ff0_0000_0000_0001].map(Const::F64));
        all.extend([NAN32, NAN32 | 1, 0xffc0_0000].map(Const::F32));
        all.extend(
            ["0", "-5", "123456789012345678901234567890"]
                .map(|n| Const::Big(Arc::new(n.parse().unwrap()))),
        );
        for constant in all {
            let text = show_const(&constant).to_string();
            assert_eq!(read(&text), Ok(constant), "{text}");
        }
        assert_eq!(read("0x10:i8"), Ok(Const::Int(Width::I8, 16)));
        assert_eq!(read("-128:i8"), Ok(Const::Int(Width::I8, 128)));
        assert_eq!(read("18446744073709551615"), Ok(Const::i64(-1)));
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let refused = |text: &str, error: &str| assert_eq!(read(text), Err(error.to_owned()));
        refused("256:i8", "integer does not fit: an i8 is at least -128 and at most 255");
        refused("-129:i8", "integer does not fit: an i8 is at least -128 and at most 255");
        refused(
            "18446744073709551616",
            "integer does not fit: an i64 is at least -9223372036854775808 and at most 18446744073709551615",
        );
        refused("1e999", "number does not fit: this is not an f64");
        refused("1e39:f32", "number does not fit: this is not an f32");
        refused("nan:0x1", "not a nan: these bits are those of a number");
        refused("12x", "bad number: this is neither a number nor a name");
        refused("\"a", "string is not closed: this string has no end on its line");
    }
}
