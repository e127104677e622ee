//! `quasiquote`: literals with holes.

use crate::core::{Exp, ExpKind, Op, Place};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Node, Stx, StxKind, to_datum};

impl Expander<'_> {
    /// Expands a template inside so many quasiquotes.
    pub(crate) fn quasiquote(
        &mut self,
        template: &Stx,
        level: usize,
        scope: ScopeId,
    ) -> Outcome<Exp> {
        let made = self.quasi(template, level, scope)?;
        Ok(made.unwrap_or_else(|| self.quoted(template)))
    }

    fn quoted(&self, template: &Stx) -> Exp {
        let datum = to_datum(template, &self.idents);
        self.exp_at(ExpKind::Const(datum), template.place)
    }

    /// Expands a template with holes; nothing if it is a literal.
    fn quasi(&mut self, template: &Stx, level: usize, scope: ScopeId) -> Outcome<Option<Exp>> {
        let place = template.place;
        self.count_exp(place)?;
        self.inside(place, |cx| match &template.kind {
            StxKind::List(parts) => cx.quasi_list(parts, None, level, scope, place),
            StxKind::Dotted(parts, tail) => cx.quasi_list(parts, Some(tail), level, scope, place),
            StxKind::Vector(parts) => {
                let list = cx.quasi_list(parts, None, level, scope, place)?;
                Ok(list.map(|list| cx.library_call("list->vector", vec![list], place)))
            }
            StxKind::Ident(_) | StxKind::Atom(_) => Ok(None),
        })
    }

    fn quasi_list(
        &mut self,
        parts: &[Stx],
        tail: Option<&Stx>,
        level: usize,
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Option<Exp>> {
        // `(a . ,b)` is the list `(a unquote b)`.
        if let (None, [before @ .., word, inner]) = (tail, parts)
            && let Some(keyword) = self.word(word, scope)
        {
            let last = self.quasi_word((keyword, word), inner, level, scope, place)?;
            let tail = Node::new(StxKind::List(vec![word.clone(), inner.clone()]), place);
            return self.quasi_before(before, last, &tail, level, scope);
        }
        match tail {
            Some(tail) => {
                let last = self.quasi(tail, level, scope)?;
                self.quasi_before(parts, last, tail, level, scope)
            }
            None => {
                let nil = Node::new(StxKind::List(Vec::new()), place);
                self.quasi_before(parts, None, &nil, level, scope)
            }
        }
    }

    /// Puts elements before a tail, which is a literal unless it is made already.
    fn quasi_before(
        &mut self,
        parts: &[Stx],
        last: Option<Exp>,
        tail: &Stx,
        level: usize,
        scope: ScopeId,
    ) -> Outcome<Option<Exp>> {
        let mut made = Vec::with_capacity(parts.len());
        for part in parts {
            made.push(match part.list() {
                Some([word, hole])
                    if level == 1 && self.word(word, scope) == Some(Keyword::UnquoteSplicing) =>
                {
                    (Some(self.exp(hole, scope)?), true)
                }
                Some(_) | None => (self.quasi(part, level, scope)?, false),
            });
        }
        if last.is_none() && made.iter().all(|(exp, _)| exp.is_none()) {
            return Ok(None);
        }
        let mut list = last.unwrap_or_else(|| self.quoted(tail));
        for ((exp, is_list), part) in made.into_iter().zip(parts).rev() {
            let exp = exp.unwrap_or_else(|| self.quoted(part));
            list = if is_list {
                self.library_call("%append", vec![exp, list], part.place)
            } else {
                self.exp_at(ExpKind::Op(Op::Tuple, vec![exp, list]), part.place)
            };
        }
        Ok(Some(list))
    }

    /// `(quasiquote x)`, `(unquote x)`, `(unquote-splicing x)` as a template.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other word is given")]
    fn quasi_word(
        &mut self,
        (keyword, word): (Keyword, &Stx),
        inner: &Stx,
        level: usize,
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Option<Exp>> {
        let level = match keyword {
            Keyword::Quasiquote => level + 1,
            Keyword::Unquote if level == 1 => return self.exp(inner, scope).map(Some),
            Keyword::UnquoteSplicing if level == 1 => {
                let label = "a list is spliced into a list or vector";
                return Err(Fail::new(place, "misplaced unquote-splicing", label));
            }
            _ => level - 1,
        };
        let nil = Node::new(StxKind::List(Vec::new()), place);
        let rest = self.quasi_before(std::slice::from_ref(inner), None, &nil, level, scope)?;
        Ok(rest.map(|rest| {
            let word = self.quoted(word);
            self.exp_at(ExpKind::Op(Op::Tuple, vec![word, rest]), place)
        }))
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
}
