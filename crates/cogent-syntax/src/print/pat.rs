//! Patterns as text.

use super::Printer;
use crate::ast::{Fields, Pat, PatKind};

impl Printer {
    pub(super) fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Var(name) => self.put(name),
            PatKind::Wild => self.put("_"),
            PatKind::Tuple(pats) => self.parens(|p| p.list(pats, Self::pat)),
            PatKind::Unboxed(fields) => {
                self.put("#");
                self.fields(fields, Self::pat);
            }
            PatKind::Take(name, fields) => {
                self.put(&format!("{} ", name.name));
                self.fields(fields, Self::pat);
            }
            PatKind::Tag(name, args) => {
                self.put(&name.name);
                for arg in args {
                    self.put(" ");
                    self.pat(arg);
                }
            }
            PatKind::Int(value) => self.put(&value.to_string()),
            PatKind::Bool(value) => self.put(if *value { "True" } else { "False" }),
            PatKind::Char(value) => self.character(*value),
            PatKind::Error => self.put("?"),
        }
    }

    /// `{f = item, ..}`.
    pub(super) fn fields<T>(&mut self, fields: &Fields<T>, item: impl Fn(&mut Self, &T)) {
        self.put("{");
        self.list(&fields.fields, |p, (name, value)| {
            p.put(&format!("{} = ", name.name));
            item(p, value);
        });
        if fields.rest.is_some() {
            self.put(if fields.fields.is_empty() { ".." } else { ", .." });
        }
        self.put("}");
    }

    pub(super) fn character(&mut self, value: u8) {
        self.put("'");
        self.byte(value, b'\'');
        self.put("'");
    }

    /// A byte between two quotes. The result says whether it is an escape that a digit behind it
    /// would belong to.
    pub(super) fn byte(&mut self, value: u8, quote: u8) -> bool {
        match value {
            b'\n' => self.put("\\n"),
            b'\r' => self.put("\\r"),
            b'\t' => self.put("\\t"),
            _ if value == quote || value == b'\\' => self.put(&format!("\\{}", value as char)),
            b' '..=b'~' => self.text.push(value as char),
            _ => {
                self.put(&format!("\\x{value:02x}"));
                return true;
            }
        }
        false
    }
}
