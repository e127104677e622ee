//! Types and C types.

use super::Reader;
use crate::draft::spell;
use crate::json::{Id, Value};
use base::{LocatedError, Span};
use types::MAX_TYPE_NESTING;

/// The types that are a word alone.
const SIMPLE: [&str; 13] =
    ["i1", "i8", "i16", "i32", "i64", "f32", "f64", "str", "intinf", "exn", "origin", "any", "ptr"];

/// The C types that are a word alone.
const SIMPLE_C: [&str; 7] = ["u8", "u16", "u32", "u64", "ptr", "bool", "unit"];

impl<'t> Reader<'t, '_> {
    pub(super) fn ty(&mut self, id: Option<Id>) {
        if let Some(id) = id {
            self.nested(id, 0);
        }
    }

    /// `(ty, ...)`
    pub(super) fn tys(&mut self, at: Span, id: Option<Id>) {
        self.listed(at, id, "types", |cx, item| cx.nested(item, 0));
    }

    fn is_too_deep(&mut self, id: Id, depth: usize) -> bool {
        let deep = depth >= MAX_TYPE_NESTING;
        if deep {
            let label = format!("this type is more than {MAX_TYPE_NESTING} deep");
            self.report(self.head(id), "nested too deeply", label);
        }
        deep
    }

    /// The word or the one member of a type.
    fn parts(&mut self, id: Id, simple: &[&str], what: &str) -> Option<Parts<'t>> {
        let at = self.tree.span(id);
        if let Value::String(word) = self.tree.get(id) {
            if simple.contains(&&**word) {
                return Some(Parts::Word(word, at));
            }
            let label = format!("there is no {what} `{word}` that is a word alone");
            let error = LocatedError::new(at, format!("unknown {what}"), label);
            self.errors.push(match what {
                "type" => error.with_hint(format!("a sum is written `{{\"sum\": \"{word}\"}}`")),
                _ => error,
            });
            return None;
        }
        let only = self.only(id);
        if only.is_none() {
            self.expected(id, &format!("a {what}: a string, or an object with one field"));
        }
        only.map(|(key, at, value)| Parts::Made(key, at, value))
    }

    fn nested(&mut self, id: Id, depth: usize) {
        if self.is_too_deep(id, depth) {
            return;
        }
        let (key, at, value) = match self.parts(id, &SIMPLE, "type") {
            None => return,
            Some(Parts::Word(word, at)) => return self.draft.put(at, word),
            Some(Parts::Made(key, at, value)) => (key, at, value),
        };
        let inner = |cx: &mut Self, item: Id| cx.nested(item, depth + 1);
        match key {
            "array" | "vector" | "ref" | "weak" => {
                self.draft.put(at, key);
                self.draft.put(at, "(");
                inner(self, value);
                self.draft.put(at, ")");
            }
            "tuple" => self.listed(at, Some(value), "types", |cx, item| cx.field(item, depth + 1)),
            "unboxed" => {
                self.draft.put(at, "#");
                self.listed(at, Some(value), "types", inner);
            }
            "cont" | "exncon" => {
                self.draft.put(at, key);
                self.listed(at, Some(value), "types", inner);
            }
            "fun" => {
                let names = ["params", "results"];
                let [params, results] = self.fields(value, "the type of a function", names);
                self.draft.put(at, "fun");
                self.listed(at, params, "types", inner);
                self.draft.put(at, "->");
                self.listed(at, results, "types", inner);
            }
            "sum" => self.name(Some(value), "the name of a sum"),
            "name" => self.use_named(value),
            _ => self.report(at, "unknown type", format!("there is no type `{key}`")),
        }
    }

    /// A field of a tuple: a type, or `{"mut": type}`.
    fn field(&mut self, id: Id, depth: usize) {
        match self.only(id) {
            Some(("mut", at, ty)) => {
                self.draft.put(at, "mut");
                self.nested(ty, depth);
            }
            Some(_) | None => self.nested(id, depth),
        }
    }

    /// `{"name": "pair", "type": ...}`: what mentions it stands after it. In the text it has a
    /// name that nothing else has.
    pub(super) fn named_type(&mut self, id: Id, number: usize) {
        let [name, ty] = self.fields(id, "a type with a name", ["name", "type"]);
        let at = self.tree.span(id);
        self.draft.put(at, "type");
        self.draft.put(at, format_args!("${number}"));
        self.draft.put(at, "=");
        self.ty(ty);
        if let Some((name, at)) = self.string(name, "the name of a type")
            && self.named.insert(name, number).is_some()
        {
            self.report(at, "type declared twice", format!("`{name}` is declared before"));
        }
    }

    fn use_named(&mut self, id: Id) {
        let Some((name, at)) = self.string(Some(id), "the name of a type") else { return };
        match self.named.get(name) {
            Some(number) => self.draft.put(at, format_args!("${number}")),
            None => {
                let label = format!("`types` has no `{name}` before this place");
                self.report(at, "unknown type", label);
            }
        }
    }

    pub(super) fn c_type(&mut self, id: Option<Id>) {
        if let Some(id) = id {
            self.nested_c(id, 0);
        }
    }

    fn nested_c(&mut self, id: Id, depth: usize) {
        if self.is_too_deep(id, depth) {
            return;
        }
        match self.parts(id, &SIMPLE_C, "C type") {
            None => {}
            Some(Parts::Word(word, at)) => self.draft.put(at, word),
            Some(Parts::Made("struct", at, value)) => {
                self.draft.put(at, "struct");
                self.listed(at, Some(value), "C types", |cx, item| cx.nested_c(item, depth + 1));
            }
            Some(Parts::Made("tagged", at, value)) => {
                self.draft.put(at, "tagged");
                self.listed(at, Some(value), "alternatives", |cx, item| {
                    let [tag, ty] = cx.fields(item, "an alternative", ["tag", "type"]);
                    if let Some(number) = cx.number(tag, "a tag") {
                        cx.draft.put(cx.head(item), number);
                    }
                    cx.draft.put(cx.head(item), ":");
                    if let Some(ty) = ty {
                        cx.nested_c(ty, depth + 1);
                    }
                });
            }
            Some(Parts::Made(key, at, _)) => {
                self.report(at, "unknown C type", format!("there is no C type `{key}`"));
            }
        }
    }

    /// The token of an operation with the name of a sum and of its constructor.
    pub(super) fn constructor(&mut self, at: Span, sum: Option<Id>, constructor: Option<Id>) {
        let sum = self.string(sum, "the name of a sum");
        let constructor = self.string(constructor, "the name of a constructor");
        if let (Some((sum, _)), Some((constructor, _))) = (sum, constructor) {
            self.draft.put(at, format_args!("con.{}.{}", spell(sum), spell(constructor)));
        }
    }
}

/// A type, taken apart.
enum Parts<'t> {
    /// A word, and its place.
    Word(&'t str, Span),
    /// `{"word": value}`, and the place of the word.
    Made(&'t str, Span, Id),
}
