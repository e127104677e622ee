//! What is asked of the shape of a value: each question reports what it finds instead.

use super::Reader;
use crate::draft::{spell, spell_var};
use crate::json::{Id, Member, Value};
use base::{LocatedError, Span};

impl<'t> Reader<'t, '_> {
    pub(super) fn report(&mut self, at: Span, title: &str, label: impl Into<String>) {
        self.errors.push(LocatedError::new(at, title, label));
    }

    /// Reports that something else should be here. Of an array or object, its beginning is shown.
    pub(super) fn expected(&mut self, id: Id, wanted: &str) {
        let found = self.tree.get(id).describe();
        self.report(self.head(id), &format!("expected {wanted}"), format!("found {found}"));
    }

    /// The place of a value, or the bracket that begins it.
    pub(super) fn head(&self, id: Id) -> Span {
        let span = self.tree.span(id);
        match self.tree.get(id) {
            Value::Array(_) | Value::Object(_) => Span::new(span.start, span.start + 1),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => span,
        }
    }

    fn members(&self, id: Id) -> Option<&'t [Member<'t>]> {
        let Value::Object(members) = self.tree.get(id) else { return None };
        Some(members)
    }

    /// The member of this name, before anything is said about the others.
    pub(super) fn peek(&self, id: Id, name: &str) -> Option<Id> {
        let mut members = self.members(id)?.iter();
        members.find(|member| member.key == name).map(|member| member.value)
    }

    /// The members of an object, in the order of `names`; one that may be absent has a `?` behind
    /// its name. Members with other names, or twice, are errors.
    pub(super) fn fields_of(&mut self, id: Id, what: &str, names: &[&str]) -> Vec<Option<Id>> {
        let mut found = vec![None; names.len()];
        let Some(members) = self.members(id) else {
            self.expected(id, what);
            return found;
        };
        for Member { key, at, value } in members {
            match names.iter().position(|name| name.trim_end_matches('?') == key) {
                Some(i) if found[i].is_none() => found[i] = Some(*value),
                Some(_) => self.report(*at, "field given twice", format!("`{key}` is above")),
                None => {
                    let names: Vec<&str> = names.iter().map(|n| n.trim_end_matches('?')).collect();
                    let label = format!("{what} has no `{key}`");
                    let error = LocatedError::new(*at, "unknown field", label);
                    self.errors.push(error.with_hint(format!("it has {}", names.join(", "))));
                }
            }
        }
        for (name, value) in names.iter().zip(&found) {
            if value.is_none() && !name.ends_with('?') {
                self.report(
                    self.head(id),
                    "missing field",
                    format!("{what} has the field `{name}`"),
                );
            }
        }
        found
    }

    /// The same for a fixed number of names.
    pub(super) fn fields<const N: usize>(
        &mut self,
        id: Id,
        what: &str,
        names: [&str; N],
    ) -> [Option<Id>; N] {
        let found = self.fields_of(id, what, &names);
        std::array::from_fn(|i| found[i])
    }

    /// The one member of an object that has no other: its name and place, and its value.
    pub(super) fn only(&self, id: Id) -> Option<(&'t str, Span, Id)> {
        let [Member { key, at, value }] = self.members(id)? else { return None };
        Some((key, *at, *value))
    }

    /// An array; nothing for one that is missing.
    pub(super) fn list(&mut self, id: Option<Id>, what: &str) -> &'t [Id] {
        let Some(id) = id else { return &[] };
        if let Value::Array(items) = self.tree.get(id) {
            return items;
        }
        self.expected(id, &format!("an array of {what}"));
        &[]
    }

    /// A string.
    pub(super) fn string(&mut self, id: Option<Id>, what: &str) -> Option<(&'t str, Span)> {
        let id = id?;
        if let Value::String(text) = self.tree.get(id) {
            return Some((text, self.tree.span(id)));
        }
        self.expected(id, &format!("a string: {what}"));
        None
    }

    /// A small number without a sign.
    pub(super) fn number(&mut self, id: Option<Id>, what: &str) -> Option<u32> {
        let id = id?;
        let Value::Number(text) = self.tree.get(id) else {
            self.expected(id, &format!("a number: {what}"));
            return None;
        };
        let number = text.parse().ok();
        if number.is_none() {
            let label = format!("{what} is a whole number and at most {}", u32::MAX);
            self.report(self.tree.span(id), "number out of range", label);
        }
        number
    }

    /// `true` or `false`; false if it is missing.
    pub(super) fn flag(&mut self, id: Option<Id>) -> bool {
        let Some(id) = id else { return false };
        if let Value::Bool(flag) = self.tree.get(id) {
            return *flag;
        }
        self.expected(id, "`true` or `false`");
        false
    }

    /// The token of a variable.
    pub(super) fn var(&mut self, id: Option<Id>, what: &str) {
        if let Some((name, at)) = self.string(id, what) {
            self.draft.put(at, spell_var(name));
        }
    }

    /// The token of the name of something else.
    pub(super) fn name(&mut self, id: Option<Id>, what: &str) {
        if let Some((name, at)) = self.string(id, what) {
            self.draft.put(at, spell(name));
        }
    }
}
