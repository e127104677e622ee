//! Bodies: bindings and tails.

use super::Reader;
use crate::json::Id;
use anf::MAX_NESTING;
use base::{LocatedError, Span};

/// The kinds of bindings, as messages list them.
const BINDINGS: &str = "op, call, callcc, handle, funs, join, cont";
/// The kinds of tails, as messages list them.
const TAILS: &str = "ret, tailcall, jump, if, switch, case, raise, throw, unreachable";

impl<'t> Reader<'t, '_> {
    /// `{"lets": [...], "tail": ...}`, in so many others.
    pub(super) fn body(&mut self, id: Option<Id>, depth: usize) {
        let Some(id) = id else { return };
        if depth >= MAX_NESTING {
            let label = format!("this is more than {MAX_NESTING} deep");
            return self.report(self.head(id), "nested too deeply", label);
        }
        let at = self.head(id);
        let [lets, tail] = self.fields(id, "a body", ["lets", "tail"]);
        self.draft.put(at, "{");
        for binding in self.list(lets, "bindings") {
            self.binding(*binding, depth + 1);
        }
        if let Some(tail) = tail {
            self.tail(tail, depth + 1);
        }
        self.draft.put(at, "}");
    }

    /// The kind of a binding or tail, and its place.
    fn kind(&mut self, id: Id, what: &str, kinds: &str) -> Option<(&'t str, Span)> {
        let Some(kind) = self.peek(id, "kind") else {
            let error = LocatedError::new(
                self.head(id),
                format!("expected {what}: an object with a `kind`"),
                format!("found {}", self.tree.get(id).describe()),
            );
            self.errors.push(error.with_hint(format!("the kinds are {kinds}")));
            return None;
        };
        self.string(Some(kind), what)
    }

    fn unknown_kind(&mut self, at: Span, what: &str, kind: &str, kinds: &str) {
        let error = LocatedError::new(at, "unknown kind", format!("{what} is no `{kind}`"));
        self.errors.push(error.with_hint(format!("the kinds are {kinds}")));
    }

    /// The place that stands for a binding or tail without bodies: all of it if it is on one
    /// line, else its kind.
    pub(super) fn place(&self, id: Id, kind: Span) -> Span {
        let whole = self.tree.span(id);
        if self.source[whole.start..whole.end].contains(&b'\n') { kind } else { whole }
    }

    fn binding(&mut self, id: Id, depth: usize) {
        let Some((kind, at)) = self.kind(id, "a binding", BINDINGS) else { return };
        match kind {
            "op" => self.op(id),
            "call" => {
                let names = ["kind", "dst", "fun", "args", "pos?"];
                let [_, dst, fun, args, pos] = self.fields(id, "a `call`", names);
                let at = self.place(id, at);
                self.dst(at, dst);
                self.draft.put(at, "call");
                self.atom(fun);
                self.atoms(args);
                self.pos(pos);
            }
            "callcc" => {
                let names = ["kind", "dst", "fun", "pos?"];
                let [_, dst, fun, pos] = self.fields(id, "a `callcc`", names);
                let at = self.place(id, at);
                self.dst(at, dst);
                self.draft.put(at, "callcc");
                self.atom(fun);
                self.pos(pos);
            }
            "handle" => self.handle(id, at, depth),
            "funs" => {
                let [_, funs] = self.fields(id, "`funs`", ["kind", "funs"]);
                let funs = self.list(funs, "functions");
                if funs.is_empty() {
                    self.report(at, "no functions", "a group has one function at least");
                }
                for (i, fun) in funs.iter().enumerate() {
                    self.draft.put(at, if i == 0 { "fun" } else { "and" });
                    self.inner_fun(*fun, depth);
                }
            }
            "join" | "cont" => {
                let names = ["kind", "name", "params", "body", "pos?"];
                let [_, name, params, body, pos] = self.fields(id, &format!("a `{kind}`"), names);
                self.draft.put(at, kind);
                self.var(name, "the name of a variable");
                self.binders(at, params, "parameters");
                self.pos(pos);
                self.body(body, depth);
            }
            _ => self.unknown_kind(at, "a binding", kind, BINDINGS),
        }
    }

    fn handle(&mut self, id: Id, at: Span, depth: usize) {
        let names = ["kind", "dst", "body", "exn", "origin?", "handler", "pos?"];
        let [_, dst, body, exn, origin, handler, pos] = self.fields(id, "a `handle`", names);
        self.dst(at, dst);
        self.draft.put(at, "handle");
        self.body(body, depth);
        self.draft.put(at, "with");
        self.var(exn, "the name of a variable");
        if origin.is_some() {
            self.draft.put(at, ",");
            self.var(origin, "the name of a variable");
        }
        self.body(handler, depth);
        self.pos(pos);
    }

    /// `(x: ty, ...) =`. It begins with the place of the binding, which its errors point to.
    pub(super) fn dst(&mut self, at: Span, id: Option<Id>) {
        self.binders(at, id, "variables with their types");
        self.draft.put(at, "=");
    }

    pub(super) fn atoms(&mut self, id: Option<Id>) {
        self.each(id, "operands", |cx, item| cx.atom(Some(item)));
    }

    fn tail(&mut self, id: Id, depth: usize) {
        let Some((kind, at)) = self.kind(id, "a tail", TAILS) else { return };
        let what = format!("a `{kind}`");
        match kind {
            "ret" => {
                let [_, args] = self.fields(id, &what, ["kind", "args"]);
                self.draft.put(self.place(id, at), kind);
                self.atoms(args);
            }
            "tailcall" | "throw" => {
                let to = if kind == "throw" { "cont" } else { "fun" };
                let [_, to, args, pos] = self.fields(id, &what, ["kind", to, "args", "pos?"]);
                self.draft.put(self.place(id, at), kind);
                self.atom(to);
                self.atoms(args);
                self.pos(pos);
            }
            "jump" => {
                let [_, join, args] = self.fields(id, &what, ["kind", "join", "args"]);
                self.draft.put(self.place(id, at), kind);
                self.var(join, "the name of a join point");
                self.atoms(args);
            }
            "if" => {
                let names = ["kind", "cond", "then", "else"];
                let [_, cond, then, els] = self.fields(id, "an `if`", names);
                self.draft.put(at, kind);
                self.atom(cond);
                self.body(then, depth);
                self.draft.put(at, "else");
                self.body(els, depth);
            }
            "switch" => self.switch(id, at, depth),
            "case" => self.case(id, at, depth),
            "raise" => {
                let names = ["kind", "exn", "origin?", "pos?"];
                let [_, exn, origin, pos] = self.fields(id, &what, names);
                self.draft.put(self.place(id, at), kind);
                self.atom(exn);
                if origin.is_some() {
                    self.draft.put(at, "from");
                    self.atom(origin);
                }
                self.pos(pos);
            }
            "unreachable" => {
                let [_] = self.fields(id, "`unreachable`", ["kind"]);
                self.draft.put(self.place(id, at), kind);
            }
            _ => self.unknown_kind(at, "a tail", kind, TAILS),
        }
    }

    fn switch(&mut self, id: Id, at: Span, depth: usize) {
        let names = ["kind", "scrutinee", "cases", "default"];
        let [_, scrutinee, cases, default] = self.fields(id, "a `switch`", names);
        self.draft.put(at, "switch");
        self.atom(scrutinee);
        self.draft.put(at, "{");
        for case in self.list(cases, "cases") {
            let [value, body] = self.fields(*case, "a case of a `switch`", ["value", "body"]);
            self.case_value(value);
            self.draft.put(at, "=>");
            self.body(body, depth);
        }
        self.default_case(at, default, depth);
    }

    fn case(&mut self, id: Id, at: Span, depth: usize) {
        let names = ["kind", "scrutinee", "cases", "default?"];
        let [_, scrutinee, cases, default] = self.fields(id, "a `case`", names);
        self.draft.put(at, "case");
        self.atom(scrutinee);
        self.draft.put(at, "{");
        for case in self.list(cases, "cases") {
            let names = ["constructor", "fields", "body"];
            let [constructor, fields, body] = self.fields(*case, "a case", names);
            self.name(constructor, "the name of a constructor");
            if !self.list(fields, "names of variables").is_empty() {
                self.listed(at, fields, "names of variables", |cx, item| {
                    cx.var(Some(item), "the name of a variable");
                });
            }
            self.draft.put(at, "=>");
            self.body(body, depth);
        }
        self.default_case(at, default, depth);
    }

    fn default_case(&mut self, at: Span, default: Option<Id>, depth: usize) {
        if default.is_some() {
            self.draft.put(at, "_");
            self.draft.put(at, "=>");
            self.body(default, depth);
        }
        self.draft.put(at, "}");
    }
}
