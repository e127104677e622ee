//! Positions, declarations and functions.

use super::Reader;
use crate::draft::spell;
use crate::json::Id;
use base::Span;
use text::show_str;

impl Reader<'_, '_> {
    /// `{"file": "a.sml", "line": 1, "column": 1}`, of which this is the number.
    pub(super) fn position(&mut self, id: Id, number: usize) {
        let names = ["file", "line", "column", "function?", "inlined_at?"];
        let [file, line, column, function, inlined_at] = self.fields(id, "a position", names);
        let at = self.tree.span(id);
        self.draft.put(at, "pos");
        self.draft.put(at, format_args!("!{number}"));
        self.draft.put(at, "=");
        self.quoted(file, "the name of a file");
        if let Some(line) = self.number(line, "a line number") {
            self.draft.put(at, line);
        }
        self.draft.put(at, ":");
        if let Some(column) = self.number(column, "a column number") {
            self.draft.put(at, column);
        }
        if function.is_some() {
            self.draft.put(at, "of");
            self.quoted(function, "the name of a function");
        }
        if inlined_at.is_some() {
            self.draft.put(at, "in");
            self.pos(inlined_at);
        }
    }

    /// The token of a string.
    pub(super) fn quoted(&mut self, id: Option<Id>, what: &str) {
        if let Some((text, at)) = self.string(id, what) {
            self.draft.put(at, show_str(text.as_bytes()));
        }
    }

    /// The number of a position, if there is one.
    pub(super) fn pos(&mut self, id: Option<Id>) {
        let Some(id) = id else { return };
        match self.number(Some(id), "the number of a position") {
            Some(0) => {
                let label = "positions are numbered from 1";
                self.report(self.tree.span(id), "position 0 is no position", label);
            }
            Some(number) => self.draft.put(self.tree.span(id), format_args!("!{number}")),
            None => {}
        }
    }

    pub(super) fn sum(&mut self, id: Id) {
        let [name, constructors] = self.fields(id, "a sum", ["name", "constructors"]);
        let at = self.tree.span(id);
        self.draft.put(at, "sum");
        self.name(name, "the name of a sum");
        for (i, constructor) in self.list(constructors, "constructors").iter().enumerate() {
            let names = ["name", "fields"];
            let [name, fields] = self.fields(*constructor, "a constructor", names);
            self.draft.put(at, if i == 0 { "=" } else { "|" });
            self.name(name, "the name of a constructor");
            if !self.list(fields, "types").is_empty() {
                self.tys(at, fields);
            }
        }
    }

    pub(super) fn global(&mut self, id: Id) {
        let names = ["name", "type", "linkage?"];
        let [name, ty, linkage] = self.fields(id, "a global cell", names);
        let at = self.tree.span(id);
        match self.string(linkage, "`export` or `import`") {
            None => {}
            Some((word @ ("export" | "import"), at)) => self.draft.put(at, word),
            Some((word, at)) => {
                let label = format!("`{word}` is neither `export` nor `import`");
                self.report(at, "unknown linkage", label);
            }
        }
        self.draft.put(at, "global");
        self.name(name, "the name of a global cell");
        self.draft.put(at, ":");
        self.ty(ty);
    }

    pub(super) fn foreign(&mut self, id: Id) {
        let names = ["name", "symbol", "params", "results", "c?"];
        let [name, symbol, params, results, c] = self.fields(id, "a foreign function", names);
        let at = self.tree.span(id);
        self.draft.put(at, "foreign");
        self.name(name, "the name of a foreign function");
        self.quoted(symbol, "the symbol of a foreign function");
        self.tys(at, params);
        self.draft.put(at, "->");
        self.tys(at, results);
        if let Some(c) = c {
            let [param, result] = self.fields(c, "a C signature", ["param", "result"]);
            self.draft.put(at, "as");
            self.c_type(param);
            self.draft.put(at, "->");
            self.c_type(result);
        }
    }

    pub(super) fn import(&mut self, id: Id) {
        let names = ["name", "symbol", "type"];
        let [name, symbol, ty] = self.fields(id, "an imported function", names);
        let at = self.tree.span(id);
        self.draft.put(at, "import");
        self.var(name, "the name of a function");
        self.quoted(symbol, "the symbol of an imported function");
        self.draft.put(at, ":");
        self.ty(ty);
    }

    /// A function of the module, which others may know.
    pub(super) fn top_level(&mut self, id: Id) {
        let names = ["name", "params", "results", "body", "pos?", "export?", "define?"];
        let [name, params, results, body, pos, export, define] =
            self.fields(id, "a function", names);
        let at = self.tree.span(id);
        let exported = self.flag(export);
        if exported {
            self.draft.put(at, "export");
        }
        if let Some((foreign, at)) = self.string(define, "the name of a foreign function") {
            if exported {
                let label = "what defines a foreign function is not exported";
                self.report(at, "exported and defined", label);
            }
            self.draft.put(at, "define");
            self.draft.put(at, spell(foreign));
        }
        self.draft.put(at, "fun");
        self.fun(at, [name, params, results, pos, body], 0);
    }

    /// A function in a body, after the word `fun` or `and`.
    pub(super) fn inner_fun(&mut self, id: Id, depth: usize) {
        let names = ["name", "params", "results", "pos?", "body"];
        let fields = self.fields(id, "a nested function", names);
        self.fun(self.tree.span(id), fields, depth);
    }

    fn fun(&mut self, at: Span, parts: [Option<Id>; 5], depth: usize) {
        let [name, params, results, pos, body] = parts;
        self.var(name, "the name of a function");
        self.binders(at, params, "parameters");
        self.draft.put(at, "->");
        self.tys(at, results);
        self.pos(pos);
        self.body(body, depth);
    }

    /// `(x: ty, ...)`
    pub(super) fn binders(&mut self, at: Span, id: Option<Id>, what: &str) {
        self.listed(at, id, what, |cx, item| {
            let [name, ty] = cx.fields(item, "a variable with its type", ["name", "type"]);
            cx.var(name, "the name of a variable");
            cx.draft.put(at, ":");
            cx.ty(ty);
        });
    }
}
