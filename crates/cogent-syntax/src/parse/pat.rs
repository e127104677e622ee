//! Patterns.
//!
//! ```text
//! pattern     ::= irrefutable | T irrefutable ... | 12 | True | 'a' | (pattern)
//! irrefutable ::= x | x {fields} | #{fields} | _ | () | (irrefutable, ...)
//! ```

use super::{Parsed, Parser};
use crate::ast::{Fields, Ident, Pat, PatKind};
use crate::token::{Kind, Sym};

impl Parser {
    /// A pattern that may fail to match.
    pub(super) fn pat(&mut self) -> Parsed<Pat> {
        self.nested(Self::refutable)
    }

    /// A pattern that always matches.
    pub(super) fn irrefutable(&mut self) -> Parsed<Pat> {
        let pat = self.pat()?;
        self.refuse_refutable(&pat);
        Ok(pat)
    }

    /// Reports a pattern that may fail to match.
    fn refuse_refutable(&mut self, pat: &Pat) {
        if !pat.is_irrefutable() {
            let label = "a pattern that may not match stands at the top of an alternative only";
            self.report(pat.place, "this pattern may not match", label);
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other token begins an irrefutable pattern or is an error"
    )]
    fn refutable(&mut self) -> Parsed<Pat> {
        let start = self.place();
        let kind = match self.kind() {
            _ if self.ended() => return Err(self.fail("a pattern")),
            Kind::Upper(_) => {
                let name = self.upper("the name of a tag")?;
                let mut args = Vec::new();
                while self.starts_pat() {
                    args.push(self.irrefutable()?);
                }
                PatKind::Tag(name, args)
            }
            Kind::Int(value) => {
                let value = *value;
                self.bump();
                PatKind::Int(value)
            }
            Kind::Char(value) => {
                let value = *value;
                self.bump();
                PatKind::Char(value)
            }
            Kind::Sym(sym @ (Sym::True | Sym::False)) => {
                let value = *sym == Sym::True;
                self.bump();
                PatKind::Bool(value)
            }
            Kind::Sym(Sym::LParen) => self.tuple_pat()?,
            _ => return self.irrefutable_atom(),
        };
        Ok(Pat { kind, place: self.since(start) })
    }

    pub(super) fn starts_pat(&self) -> bool {
        let starts = match self.kind() {
            Kind::Lower(_) | Kind::Upper(_) | Kind::Int(_) | Kind::Char(_) => true,
            Kind::Sym(sym) => matches!(
                sym,
                Sym::Under | Sym::LParen | Sym::Hash | Sym::True | Sym::False | Sym::LBracket
            ),
            Kind::String(_) | Kind::Angled(_) | Kind::Bad | Kind::Eof => false,
        };
        starts && !self.ended()
    }

    /// A pattern without parentheses that always matches.
    fn irrefutable_atom(&mut self) -> Parsed<Pat> {
        if !self.starts_pat() {
            return Err(self.fail("a pattern"));
        }
        let start = self.place();
        let kind = if matches!(self.kind(), Kind::Lower(_)) {
            let name = self.lower("a variable")?;
            if self.is(Sym::LBrace) {
                PatKind::Take(name, self.field_pats()?)
            } else if self.is(Sym::AtSign) {
                self.refuse_array_fields(|p| p.irrefutable().map(drop))?;
                PatKind::Error
            } else {
                PatKind::Var(name.name)
            }
        } else if self.eat(Sym::Under) {
            PatKind::Wild
        } else if self.is(Sym::LBracket) {
            self.refuse_array_list(|p| p.irrefutable().map(drop))?;
            PatKind::Error
        } else {
            self.expect(Sym::Hash)?;
            PatKind::Unboxed(self.field_pats()?)
        };
        Ok(Pat { kind, place: self.since(start) })
    }

    /// `()`, `(p)`, `(p, q)`. Only one that is alone may be refutable.
    fn tuple_pat(&mut self) -> Parsed<PatKind> {
        let open = self.bump();
        if self.eat(Sym::RParen) {
            return Ok(PatKind::Tuple(Vec::new()));
        }
        let mut items = self.list(open, Sym::RParen, Self::pat)?;
        if items.len() == 1 {
            return Ok(items.remove(0).kind);
        }
        for item in &items {
            self.refuse_refutable(item);
        }
        Ok(PatKind::Tuple(items))
    }

    /// `{f = p, g, ..}`.
    fn field_pats(&mut self) -> Parsed<Fields<Pat>> {
        let var = |name: &Ident| Pat { kind: PatKind::Var(name.name.clone()), place: name.place };
        self.fields(Self::irrefutable, var)
    }

    /// `{f = item, g, ..}`; `alone` is what `g` means.
    pub(super) fn fields<T>(
        &mut self,
        item: impl Fn(&mut Self) -> Parsed<T>,
        alone: impl Fn(&Ident) -> T,
    ) -> Parsed<Fields<T>> {
        let open = self.expect(Sym::LBrace)?;
        let (mut fields, mut rest) = (Vec::new(), None);
        loop {
            if self.is(Sym::DotDot) {
                rest = Some(self.bump());
                break;
            }
            let name = self.lower("the name of a field")?;
            let value = if self.eat(Sym::Equal) { item(self)? } else { alone(&name) };
            fields.push((name, value));
            if !self.eat(Sym::Comma) {
                break;
            }
        }
        let expected = if rest.is_some() { "`}`" } else { "`,` or `}`" };
        self.close(open, Sym::RBrace, expected)?;
        Ok(Fields { fields, rest })
    }
}
