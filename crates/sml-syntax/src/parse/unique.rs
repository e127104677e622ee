//! Names that are bound or written twice, and names that may not be bound at all.

use super::Parser;
use crate::ast::Ident;
use crate::names::Sym;
use diag::Diagnostic;
use rustc_hash::FxHashMap;

impl Parser<'_> {
    /// Reports identifiers that occur more than once; `what` names their kind: "type".
    pub(super) fn unique_names(&mut self, what: &str, idents: &[Ident]) {
        self.unique(what, idents, |ident| *ident);
    }

    /// The same of the fields of a record.
    pub(super) fn unique_labels<T>(&mut self, fields: &[(Ident, T)]) {
        self.unique("label", fields, |(label, _)| *label);
    }

    fn unique<T>(&mut self, what: &str, items: &[T], name: impl Fn(&T) -> Ident) {
        let few = items.len() <= 12;
        if few
            && (1..items.len()).all(|i| {
                let here = name(&items[i]).name;
                items[..i].iter().all(|other| name(other).name != here)
            })
        {
            return;
        }
        let mut first: FxHashMap<Sym, Ident> = FxHashMap::default();
        for ident in items.iter().map(name) {
            let Some(other) = first.insert(ident.name, ident) else { continue };
            let title = format!("the {what} `{}` stands here twice", self.names.text(ident.name));
            let error = Diagnostic::error(title)
                .at(self.source, ident.span, "for the second time")
                .also(self.source, other.span, "for the first time");
            self.push_error(error);
        }
    }

    /// Refuses names that no function or specification may bind.
    pub(super) fn check_bindable(&mut self, ident: Ident) {
        if self.options.library {
            return;
        }
        if ident.name == self.known.equals {
            return self.report_at(
                ident.span,
                "`=` cannot be bound anew",
                "this always means equality",
            );
        }
        if self.known.fixed.contains(&ident.name) {
            let title = format!("`{}` cannot be bound anew", self.names.text(ident.name));
            self.report_at(ident.span, title, "this name always means the constructor");
        }
    }

    /// Refuses names that no datatype or exception may bind.
    pub(super) fn check_constructor(&mut self, ident: Ident) {
        self.check_bindable(ident);
        if ident.name == self.known.it {
            let title = "`it` cannot be a constructor";
            self.report_at(ident.span, title, "this name is kept for the value of an expression");
        }
    }
}
