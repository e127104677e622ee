//! Operations.

use super::Reader;
use crate::draft::spell;
use crate::json::{Id, Value};
use base::{LocatedError, Span};
use prim::Prim;
use text::show_name;

/// Operations that have fields besides their operands.
pub(crate) const WITH_FIELDS: &[(&str, &[&str])] = &[
    ("get", &["index"]),
    ("set", &["index"]),
    ("part", &["index"]),
    ("con", &["sum", "constructor"]),
    ("exncon", &["name", "description?"]),
    ("builtin", &["exception"]),
    ("global", &["global"]),
    ("global.set", &["global"]),
    ("ccall", &["foreign"]),
    ("is", &["type"]),
    ("project", &["type"]),
    ("as", &["type"]),
    ("c.load", &["offset", "type"]),
    ("c.store", &["offset", "type"]),
    ("c.any", &["type"]),
    ("c.string", &["value"]),
];

impl<'t> Reader<'t, '_> {
    /// `{"kind": "op", "dst": [...], "op": "add.i64", "args": [...]}`
    pub(super) fn op(&mut self, id: Id) {
        let op = self.peek(id, "op").and_then(|op| self.word(op));
        let extra = op.and_then(|(op, _)| WITH_FIELDS.iter().find(|(name, _)| *name == op));
        let extra = extra.map_or(&[][..], |(_, fields)| fields);
        let names: Vec<&str> = ["kind", "dst", "op", "args", "pos?"]
            .into_iter()
            .chain(extra.iter().copied())
            .collect();
        let what = op.map_or("an operation".to_owned(), |(op, _)| format!("`{op}`"));
        let found = self.fields_of(id, &what, &names);
        let [_, dst, op_field, args, pos, more @ ..] = &found[..] else { return };
        let Some((op, op_at)) = op else {
            self.string(*op_field, "the name of an operation");
            self.dst(self.head(id), *dst);
            return self.atoms(*args);
        };
        let at = self.place(id, op_at);
        self.dst(at, *dst);
        match *more {
            [] => self.plain_op(op, op_at),
            [first] => self.op_with(op, op_at, first, None),
            [first, second, ..] => self.op_with(op, op_at, first, second),
        }
        if op == "exncon" && !self.list(*args, "operands").is_empty() {
            self.report(op_at, "wrong number of operands", "`exncon` has no operands");
        }
        self.atoms(*args);
        self.pos(*pos);
    }

    fn word(&self, id: Id) -> Option<(&'t str, Span)> {
        let Value::String(text) = self.tree.get(id) else { return None };
        Some((text, self.tree.span(id)))
    }

    /// An operation without fields of its own. Those that have them are not spelled as in the
    /// text, nor is a call an operation.
    fn plain_op(&mut self, op: &str, at: Span) {
        let behind = |name: &str| op.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let hint = match WITH_FIELDS.iter().find(|(name, _)| behind(name)) {
            _ if Prim::by_name(op).is_some() => None,
            _ if matches!(op, "call" | "callcc" | "handle") => {
                Some(format!("write `\"kind\": \"{op}\"`"))
            }
            Some((name, fields)) => {
                let fields: Vec<&str> = fields.iter().map(|f| f.trim_end_matches('?')).collect();
                Some(format!("write `\"op\": \"{name}\"`, and {} beside it", fields.join(" and ")))
            }
            None => None,
        };
        let Some(hint) = hint else { return self.draft.put(at, show_name(op)) };
        let label = format!("there is no operation `{op}`");
        self.errors.push(LocatedError::new(at, "unknown operation", label).with_hint(hint));
    }

    /// An operation with one or two fields of its own.
    fn op_with(&mut self, op: &str, at: Span, first: Option<Id>, second: Option<Id>) {
        match op {
            "get" | "set" | "part" => {
                if let Some(index) = self.number(first, "the number of a field") {
                    self.draft.put(at, format_args!("{op}.{index}"));
                }
            }
            "con" => self.constructor(at, first, second),
            "exncon" => {
                self.draft.put(at, op);
                self.quoted(first, "the name of an exception");
                self.quoted(second, "the description of what it carries");
            }
            "builtin" => {
                if let Some((name, at)) = self.string(first, "the name of an exception") {
                    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
                    let name = if plain { name.to_owned() } else { spell(name) };
                    self.draft.put(at, format_args!("builtin.{name}"));
                }
            }
            "ccall" => {
                if let Some((name, at)) = self.string(first, "the name of a foreign function") {
                    self.draft.put(at, format_args!("ccall.{}", spell(name)));
                }
            }
            "is" | "project" | "as" | "c.any" => {
                self.draft.put(at, op);
                self.draft.put(at, "[");
                if op == "c.any" {
                    self.c_type(first)
                } else {
                    self.ty(first)
                }
                self.draft.put(at, "]");
            }
            "c.load" | "c.store" => {
                if let Some(offset) = self.number(first, "the number of bytes") {
                    self.draft.put(at, format_args!("{op}.{offset}"));
                }
                self.draft.put(at, "[");
                self.c_type(second);
                self.draft.put(at, "]");
            }
            "c.string" => {
                self.draft.put(at, op);
                self.bytes(first);
            }
            // `global` and `global.set`.
            _ => {
                self.draft.put(at, op);
                self.name(first, "the name of a global cell");
            }
        }
    }
}
