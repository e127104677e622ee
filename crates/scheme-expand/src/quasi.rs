//! `quasiquote`: literals with holes.

use crate::core::{Exp, ExpKind, Op, Place, Special};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Stx, StxKind, to_datum};

impl Expander<'_> {
    /// Expands a template inside so many quasiquotes.
    pub(crate) fn quasiquote(
        &mut self,
        template: &Stx,
        level: usize,
        scope: ScopeId,
    ) -> Outcome<Exp> {
        if !self.has_hole(template, scope) {
            let datum = to_datum(template, &self.idents);
            return Ok(self.exp_at(ExpKind::Const(datum), template.place));
        }
        match &template.kind {
            StxKind::List(parts) => self.quasi_list(parts, None, level, scope, template.place),
            StxKind::Dotted(parts, tail) => {
                self.quasi_list(parts, Some(tail), level, scope, template.place)
            }
            StxKind::Vector(parts) => {
                let list = self.quasi_list(parts, None, level, scope, template.place)?;
                Ok(self.library_call("list->vector", vec![list], template.place))
            }
            StxKind::Ident(_) | StxKind::Atom(_) => {
                let datum = to_datum(template, &self.idents);
                Ok(self.exp_at(ExpKind::Const(datum), template.place))
            }
        }
    }

    fn quasi_list(
        &mut self,
        parts: &[Stx],
        tail: Option<&Stx>,
        level: usize,
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        // `(a . ,b)` is the list `(a unquote b)`.
        let at = parts.iter().position(|part| self.word(part, scope).is_some());
        if let Some(at) = at.filter(|at| tail.is_none() && at + 2 == parts.len()) {
            let last = self.quasi_word(&parts[at], &parts[at + 1], level, scope, place)?;
            return self.quasi_before(&parts[..at], last, level, scope);
        }
        let last = match tail {
            Some(tail) => self.quasiquote(tail, level, scope)?,
            None => self.exp_at(ExpKind::Special(Special::Nil), place),
        };
        self.quasi_before(parts, last, level, scope)
    }

    /// Puts elements before a list.
    fn quasi_before(
        &mut self,
        parts: &[Stx],
        mut list: Exp,
        level: usize,
        scope: ScopeId,
    ) -> Outcome<Exp> {
        let mut made = Vec::with_capacity(parts.len());
        for part in parts {
            let spliced = match part.list() {
                Some([word, hole])
                    if level == 1 && self.word(word, scope) == Some(Keyword::UnquoteSplicing) =>
                {
                    Some(self.exp(hole, scope)?)
                }
                Some(_) | None => None,
            };
            made.push(match spliced {
                Some(list) => (list, true),
                None => (self.quasiquote(part, level, scope)?, false),
            });
        }
        for ((exp, is_list), part) in made.into_iter().zip(parts).rev() {
            let place = part.place;
            list = if is_list {
                self.library_call("%append", vec![exp, list], place)
            } else {
                self.exp_at(ExpKind::Op(Op::Tuple, vec![exp, list]), place)
            };
        }
        Ok(list)
    }

    /// `(quasiquote x)`, `(unquote x)`, `(unquote-splicing x)` as a template.
    fn quasi_word(
        &mut self,
        word: &Stx,
        inner: &Stx,
        level: usize,
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        let level = match self.word(word, scope) {
            Some(Keyword::Unquote) if level == 1 => return self.exp(inner, scope),
            Some(Keyword::UnquoteSplicing) if level == 1 => {
                let label = "a list is spliced into a list or vector";
                return Err(Fail::new(place, "misplaced unquote-splicing", label));
            }
            Some(Keyword::Quasiquote) => level + 1,
            _ => level - 1,
        };
        let datum = to_datum(word, &self.idents);
        let word = self.exp_at(ExpKind::Const(datum), place);
        let nil = self.exp_at(ExpKind::Special(Special::Nil), place);
        let rest = self.quasi_before(std::slice::from_ref(inner), nil, level, scope)?;
        Ok(self.exp_at(ExpKind::Op(Op::Tuple, vec![word, rest]), place))
    }

    /// The word of quasiquotation that a piece of syntax is.
    fn word(&self, stx: &Stx, scope: ScopeId) -> Option<Keyword> {
        match self.resolve(stx.ident()?, scope) {
            Some(Binding::Keyword(
                keyword @ (Keyword::Quasiquote | Keyword::Unquote | Keyword::UnquoteSplicing),
            )) => Some(*keyword),
            _ => None,
        }
    }

    /// True if a template is more than a literal.
    fn has_hole(&self, stx: &Stx, scope: ScopeId) -> bool {
        match &stx.kind {
            StxKind::Ident(_) => self.word(stx, scope).is_some(),
            StxKind::List(parts) | StxKind::Vector(parts) => {
                parts.iter().any(|part| self.has_hole(part, scope))
            }
            StxKind::Dotted(parts, tail) => {
                parts.iter().any(|part| self.has_hole(part, scope)) || self.has_hole(tail, scope)
            }
            StxKind::Atom(_) => false,
        }
    }
}
