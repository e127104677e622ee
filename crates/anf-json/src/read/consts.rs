//! Operands: variables, and constants by their types.

use super::Reader;
use crate::draft::spell_var;
use crate::json::{Id, Value};
use base::{LocatedError, Span};
use std::fmt::Display;
use text::show_str;

impl<'t> Reader<'t, '_> {
    /// A variable is a string, a constant an object with its type: `{"i64": 5}`.
    pub(super) fn atom(&mut self, id: Option<Id>) {
        let Some(id) = id else { return };
        let at = self.tree.span(id);
        if let Value::String(name) = self.tree.get(id) {
            return self.draft.put(at, spell_var(name));
        }
        let Some((ty, key, value)) = self.only(id) else { return self.no_atom(id) };
        match ty {
            "i64" | "i32" | "i16" | "i8" | "i1" => self.int(at, value, ty),
            "f64" | "f32" => self.float(at, value, ty),
            "intinf" => {
                if let Some(digits) = self.digits(value, "a big integer") {
                    self.draft.put(at, format_args!("{digits}n"));
                }
            }
            "str" | "bytes" => self.bytes(Some(id)),
            "ptr" => match self.tree.get(value) {
                Value::Null => self.draft.put(at, "null"),
                Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => self.expected(value, "`null`, the only constant of `ptr`"),
            },
            _ => self.report(key, "unknown constant", format!("there is no constant of `{ty}`")),
        }
    }

    fn no_atom(&mut self, id: Id) {
        let wanted = "an operand: a variable or a constant";
        let found = format!("found {}", self.tree.get(id).describe());
        let error = LocatedError::new(self.head(id), format!("expected {wanted}"), found);
        self.errors.push(match self.tree.get(id) {
            Value::Number(number) if number.contains(['.', 'e', 'E']) => {
                error.with_hint(format!("a constant is written `{{\"f64\": {number}}}`"))
            }
            Value::Number(number) => {
                error.with_hint(format!("a constant is written `{{\"i64\": {number}}}`"))
            }
            Value::Bool(flag) => {
                error.with_hint(format!("a constant is written `{{\"i1\": {flag}}}`"))
            }
            Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => error,
        });
    }

    /// The digits of a whole number, which may stand in a string: not every program that writes
    /// JSON can write more than 53 bits.
    fn digits(&mut self, id: Id, what: &str) -> Option<&'t str> {
        let text: &'t str = match self.tree.get(id) {
            Value::Number(text) => text,
            Value::String(text) => text,
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                self.expected(id, &format!("{what}: a number, or a string of digits"));
                return None;
            }
        };
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            return Some(text);
        }
        let label = format!("{what} has digits, and perhaps a `-` before them");
        self.report(self.tree.span(id), "not a whole number", label);
        None
    }

    fn int(&mut self, at: Span, id: Id, width: &str) {
        if let Some(number) = self.whole(id, width == "i1") {
            self.put_typed(at, number, width);
        }
    }

    /// A whole number; a truth value counts as one where there is one bit.
    fn whole(&mut self, id: Id, bit: bool) -> Option<&'t str> {
        match self.tree.get(id) {
            Value::Bool(flag) if bit => Some(if *flag { "1" } else { "0" }),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => self.digits(id, "an integer"),
        }
    }

    /// The integer of a case of a `switch`.
    pub(super) fn case_value(&mut self, id: Option<Id>) {
        let Some(id) = id else { return };
        if let Some(number) = self.whole(id, true) {
            self.draft.put(self.tree.span(id), number);
        }
    }

    fn put_typed(&mut self, at: Span, number: impl Display, ty: &str) {
        self.draft.put(at, number);
        self.draft.put(at, ":");
        self.draft.put(at, ty);
    }

    /// A number, or one of the strings `inf`, `-inf`, `nan` and `nan:0x...` with the bits.
    fn float(&mut self, at: Span, id: Id, ty: &str) {
        match self.tree.get(id) {
            Value::Number(text) => self.put_typed(at, text, ty),
            Value::String(text) => {
                let bits = text
                    .strip_prefix("nan:0x")
                    .filter(|bits| !bits.is_empty() && bits.bytes().all(|b| b.is_ascii_hexdigit()));
                if let Some(bits) = bits {
                    self.draft.put(at, "nan");
                    self.draft.put(at, ":");
                    self.put_typed(at, format_args!("0x{bits}"), ty);
                } else if matches!(&**text, "inf" | "-inf" | "nan") {
                    self.put_typed(at, text, ty);
                } else {
                    let label = "a string is `inf`, `-inf`, `nan` or `nan:0x` and the bits";
                    self.report(self.tree.span(id), "not a number", label);
                }
            }
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                self.expected(id, "a number, or `inf`, `-inf` or `nan` in a string");
            }
        }
    }

    /// The bytes of a string: `{"str": "text"}`, or `{"bytes": "hexadecimal digits"}`.
    pub(super) fn bytes(&mut self, id: Option<Id>) {
        let Some(id) = id else { return };
        let at = self.tree.span(id);
        match self.only(id) {
            Some(("str", _, value)) => {
                if let Some((text, _)) = self.string(Some(value), "the text") {
                    self.draft.put(at, show_str(text.as_bytes()));
                }
            }
            Some(("bytes", _, value)) => {
                let Some((text, at)) = self.string(Some(value), "hexadecimal digits") else {
                    return;
                };
                match hexadecimal(text) {
                    Some(bytes) => self.draft.put(at, show_str(&bytes)),
                    None => {
                        let label = "two hexadecimal digits are a byte";
                        self.report(at, "not bytes", label);
                    }
                }
            }
            Some(_) | None => self.expected(id, "a string: `{\"str\": ...}` or `{\"bytes\": ...}`"),
        }
    }
}

/// The bytes that pairs of hexadecimal digits stand for.
fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}
