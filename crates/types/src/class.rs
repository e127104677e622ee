//! The text of classes of values in an `any`.

use crate::{AnyClass, Width};
use std::fmt;
use text::{Cursor, Read, Tok, show_str};

/// Reads the class of a value in an `any`: `i8`, `f64`, `tuple.3`, `tuple.mut.3`, `fun.2`,
/// `array`, `array.i8`, `str`, `cont`, or the text of a type as a string.
pub fn any_class(cursor: &mut Cursor<'_>) -> Read<AnyClass> {
    if let Tok::Str(_) = cursor.peek() {
        return Ok(AnyClass::Boxed(cursor.utf8("a type as text")?.0));
    }
    let class = match cursor.word() {
        Some("f32") => AnyClass::F32,
        Some("f64") => AnyClass::F64,
        Some("i1") => AnyClass::Int(Width::I1),
        Some("i8") => AnyClass::Int(Width::I8),
        Some("i16") => AnyClass::Int(Width::I16),
        Some("i32") => AnyClass::Int(Width::I32),
        Some("i64") => AnyClass::Int(Width::I64),
        Some("array") => AnyClass::Anys,
        Some("array.i8") => AnyClass::Raw(Width::I8),
        Some("array.i16") => AnyClass::Raw(Width::I16),
        Some("array.i32") => AnyClass::Raw(Width::I32),
        Some("str") => AnyClass::Str,
        Some("cont") => AnyClass::Cont,
        Some(text) => {
            let number = |start| text.strip_prefix(start).and_then(|n: &str| n.parse().ok());
            match (number("tuple."), number("tuple.mut."), number("fun.")) {
                (Some(len), _, _) => AnyClass::Tuple { len, mutable: false },
                (_, Some(len), _) => AnyClass::Tuple { len, mutable: true },
                (_, _, Some(count)) => AnyClass::Fun(count),
                (None, None, None) => return Err(cursor.unexpected("a class of values")),
            }
        }
        None => return Err(cursor.unexpected("a class of values")),
    };
    cursor.bump();
    Ok(class)
}

/// A class as the text writes it.
pub fn show_any_class(class: &AnyClass) -> impl fmt::Display + '_ {
    ShownClass(class)
}

struct ShownClass<'a>(&'a AnyClass);

impl fmt::Display for ShownClass<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            AnyClass::Int(width) => width.fmt(f),
            AnyClass::F32 => f.write_str("f32"),
            AnyClass::F64 => f.write_str("f64"),
            AnyClass::Tuple { len, mutable: false } => write!(f, "tuple.{len}"),
            AnyClass::Tuple { len, mutable: true } => write!(f, "tuple.mut.{len}"),
            AnyClass::Fun(count) => write!(f, "fun.{count}"),
            AnyClass::Anys => f.write_str("array"),
            AnyClass::Raw(width) => write!(f, "array.{width}"),
            AnyClass::Str => f.write_str("str"),
            AnyClass::Cont => f.write_str("cont"),
            AnyClass::Boxed(text) => show_str(text.as_bytes()).fmt(f),
        }
    }
}
