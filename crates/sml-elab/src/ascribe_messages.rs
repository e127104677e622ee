//! Messages about a structure that does not match its signature.

use super::ascribe::{Matching, what};
use super::env::{Status, TyFun, Val};
use super::show::Shown;
use super::{Core, Elab};
use crate::core::{Loc, Ty};
use diag::Diagnostic;
use sml_syntax::names::Sym;

/// The most names that one message lists.
const MOST_MISSING: usize = 8;

const TITLE: &str = "the structure does not match its signature";

impl Elab {
    fn unmatched(&mut self, label: String, loc: Option<Loc>, cx: &Matching) {
        let mut message = Diagnostic::error(TITLE).at(self.place.source, cx.span, label);
        if let Some(loc) = loc {
            message = message.also(loc.source, loc.span, "specified here");
        }
        self.report(message);
    }

    /// Notes that a specified name is missing.
    pub(crate) fn missing(
        &mut self,
        what: &'static str,
        name: Sym,
        loc: Option<Loc>,
        cx: &mut Matching,
    ) {
        self.messages.errors += 1;
        let text = self.core.path_name(name, cx);
        if !cx.lacking.iter().any(|(kind, other, _)| *kind == what && *other == text) {
            cx.lacking.push((what, text, loc));
        }
    }

    /// Reports all missing names in one message.
    pub(crate) fn report_missing(&mut self, cx: &Matching) {
        let lacking = &cx.lacking;
        let Some((what, name, _)) = lacking.first() else { return };
        let label = if lacking.len() == 1 {
            format!("the {what} `{name}` is missing")
        } else {
            let shown = lacking.iter().take(MOST_MISSING);
            let names: Vec<String> =
                shown.map(|(what, name, _)| format!("{what} `{name}`")).collect();
            let rest = match lacking.len().saturating_sub(MOST_MISSING) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            format!("missing: {}{rest}", names.join(", "))
        };
        let mut message = Diagnostic::error(TITLE).at(self.place.source, cx.span, label);
        let locs = lacking.iter().filter_map(|(_, _, loc)| *loc);
        for loc in locs.take(3) {
            message = message.also(loc.source, loc.span, "specified here");
        }
        self.report(message);
    }

    /// Reports a type with another number of parameters.
    pub(crate) fn wrong_params(
        &mut self,
        name: Sym,
        have: usize,
        want: usize,
        loc: Option<Loc>,
        cx: &Matching,
    ) {
        let text = self.core.path_name(name, cx);
        let (have, want) = (count_types(have), count_types(want));
        self.unmatched(format!("the type `{text}` takes {have}, not {want}"), loc, cx);
    }

    /// Reports a type that does not admit equality, and should.
    pub(crate) fn not_eqtype(&mut self, name: Sym, why: &str, loc: Option<Loc>, cx: &Matching) {
        let text = self.core.path_name(name, cx);
        let label = format!("the type `{text}` does not admit equality, but {why}");
        self.unmatched(label, loc, cx);
    }

    /// Reports a type that is another than is specified.
    pub(crate) fn other_type(
        &mut self,
        name: Sym,
        want: TyFun,
        have: TyFun,
        loc: Option<Loc>,
        cx: &Matching,
    ) {
        let text = self.core.path_name(name, cx);
        let (have, want) = (self.show_fun(have), self.show_fun(want));
        self.unmatched(format!("the type `{text}` is {have}, not {want}"), loc, cx);
    }

    fn show_fun(&mut self, fun: TyFun) -> String {
        match fun {
            TyFun::Con(tycon) => self.tycon_name(tycon),
            TyFun::Alias(alias) => self.show(self.core.entities.aliases[alias].1),
        }
    }

    /// Reports a type that is specified as a datatype, and is none.
    pub(crate) fn not_data(&mut self, name: Sym, loc: Option<Loc>, cx: &Matching) {
        let text = self.core.path_name(name, cx);
        self.unmatched(format!("the type `{text}` is not a datatype here"), loc, cx);
    }

    /// Reports a datatype with other constructors than are specified.
    pub(crate) fn other_constructors(
        &mut self,
        name: Sym,
        con: Sym,
        specified: bool,
        loc: Option<Loc>,
        cx: &Matching,
    ) {
        let (text, con) = (self.core.path_name(name, cx), self.core.text(con));
        let label = if specified {
            format!("the datatype `{text}` does not have the constructor `{con}` as specified")
        } else {
            format!("the datatype `{text}` has the constructor `{con}`, which is not specified")
        };
        self.unmatched(label, loc, cx);
    }

    /// Reports a name that is specified as a constructor, and is none.
    pub(crate) fn other_status(
        &mut self,
        name: Sym,
        want: Status,
        spec: Val,
        found: Val,
        cx: &Matching,
    ) {
        let text = self.core.path_name(name, cx);
        let have = what(self.core.status(found));
        let loc = self.core.val_loc(spec);
        self.unmatched(format!("`{text}` is a {have}, not the {} specified", what(want)), loc, cx);
    }

    /// Reports a value of another type than is specified.
    pub(crate) fn other_val(&mut self, name: Sym, want: Ty, spec: Val, found: Val, cx: &Matching) {
        let text = self.core.path_name(name, cx);
        let (_, have) = self.core.scheme(found);
        let mut shown = Shown::default();
        let have = self.show_in(have, &mut shown);
        let want = self.show_in(want, &mut shown);
        let mut message = Diagnostic::error(TITLE);
        message = match self.core.val_loc(found).filter(|loc| loc.source == self.place.source) {
            Some(loc) => message.at(loc.source, loc.span, format!("`{text}` is {have}")).also(
                self.place.source,
                cx.span,
                "the signature is matched here",
            ),
            None => message.at(self.place.source, cx.span, format!("`{text}` is {have}")),
        };
        if let Some(loc) = self.core.val_loc(spec) {
            message = message.also(loc.source, loc.span, format!("but {want} is specified"));
        }
        self.report(message);
    }
}

impl Core {
    fn path_name(&self, name: Sym, cx: &Matching) -> String {
        let mut text = String::new();
        for part in &cx.path {
            text.push_str(self.program.names.text(*part));
            text.push('.');
        }
        text.push_str(self.program.names.text(name));
        text
    }

    /// The place at which a type function is declared.
    pub(crate) fn fun_loc(&self, fun: TyFun) -> Option<Loc> {
        match fun {
            TyFun::Con(tycon) => self.program.tycons[tycon].loc,
            TyFun::Alias(_) => None,
        }
    }
}

/// A number of types, in words.
pub(crate) fn count_types(count: usize) -> String {
    match count {
        0 => "no types".to_string(),
        1 => "one type".to_string(),
        n => format!("{n} types"),
    }
}
