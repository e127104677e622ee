//! The tokens, what is expected of them, and messages if it is not there.

use super::{Bad, MAX_NESTING, Parsed, Parser};
use crate::ast::{Ident, Place};
use crate::token::{Kind, Sym, Token};
use diag::Diagnostic;

impl Parser {
    /// The current token.
    pub(super) fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.token().kind
    }

    /// The kind of a later token.
    pub(super) fn peek(&self, distance: usize) -> &Kind {
        &self.tokens[(self.at + distance).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn column(&self) -> u32 {
        self.token().column
    }

    pub(super) fn place(&self) -> Place {
        self.token().place
    }

    /// From a place to the end of the last token that was read.
    pub(super) fn since(&self, start: Place) -> Place {
        start.to(self.tokens[self.at.saturating_sub(1)].place)
    }

    /// True if this symbol is the current token.
    pub(super) fn is(&self, sym: Sym) -> bool {
        self.token().is(sym)
    }

    /// True if the definition ends before the current token.
    pub(super) fn ended(&self) -> bool {
        self.column() == 1 || *self.kind() == Kind::Eof
    }

    /// Moves on; the end stays.
    pub(super) fn bump(&mut self) -> Place {
        let place = self.place();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        place
    }

    /// Moves on if this symbol is the current token.
    pub(super) fn eat(&mut self, sym: Sym) -> bool {
        let found = self.is(sym);
        if found {
            self.bump();
        }
        found
    }

    /// Moves over a symbol that must be here.
    pub(super) fn expect(&mut self, sym: Sym) -> Parsed<Place> {
        if self.is(sym) {
            return Ok(self.bump());
        }
        Err(self.fail(&format!("`{}`", sym.text())))
    }

    /// Moves over the symbol that closes what was opened at a place.
    pub(super) fn close(&mut self, open: Place, sym: Sym, expected: &str) -> Parsed<()> {
        if self.eat(sym) {
            return Ok(());
        }
        let before = self.errors.len();
        let bad = self.fail(expected);
        if self.errors.len() > before
            && let Some(error) = self.errors.pop()
        {
            self.errors.push(error.also(open.source, open.span(), "behind this"));
        }
        Err(bad)
    }

    /// A name that begins with a small letter.
    pub(super) fn lower(&mut self, what: &str) -> Parsed<Ident> {
        let Kind::Lower(name) = self.kind() else { return Err(self.fail_name(what)) };
        let name = name.clone();
        Ok(Ident { name, place: self.bump() })
    }

    /// A name that begins with a capital.
    pub(super) fn upper(&mut self, what: &str) -> Parsed<Ident> {
        let Kind::Upper(name) = self.kind() else { return Err(self.fail_name(what)) };
        let name = name.clone();
        Ok(Ident { name, place: self.bump() })
    }

    /// Reports that the current token is not the name that is expected.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is an error")]
    pub(super) fn fail_name(&mut self, what: &str) -> Bad {
        match self.kind() {
            _ if self.ended() => self.fail(what),
            Kind::Lower(_) => self.fail_hint(what, "such a name begins with a capital"),
            Kind::Upper(_) => self.fail_hint(what, "such a name begins with a small letter"),
            Kind::Sym(sym) if sym.text().as_bytes()[0].is_ascii_alphabetic() => {
                let hint = format!("`{}` is a reserved word", sym.text());
                self.fail_hint(what, &hint)
            }
            _ => self.fail(what),
        }
    }

    /// Items with commas between them, up to a closing symbol, which is read. `open` is the
    /// place of the opening one.
    pub(super) fn list<T>(
        &mut self,
        open: Place,
        close: Sym,
        item: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Sym::Comma) {
            items.push(item(self)?);
        }
        self.close(open, close, &format!("`,` or `{}`", close.text()))?;
        Ok(items)
    }

    /// One level deeper.
    pub(super) fn nested<T>(&mut self, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let others = std::mem::take(&mut self.height);
        let result = phrase(self);
        self.depth -= 1;
        self.height = others.max(self.height + 1);
        result
    }

    /// A phrase beside others of this level: theirs is not its height.
    pub(super) fn beside<T>(&mut self, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let others = std::mem::take(&mut self.height);
        let result = phrase(self);
        self.height = self.height.max(others);
        result
    }

    /// A node has been put on top of the trees of this level.
    pub(super) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.depth + self.height > MAX_NESTING {
            return Err(self.too_deep());
        }
        Ok(())
    }

    fn too_deep(&mut self) -> Bad {
        let place = self.place();
        let label = format!("more than {MAX_NESTING} levels of nesting here");
        self.report(place, "the program is nested too deeply", &label)
    }

    /// The current token is not what it should be.
    pub(super) fn fail(&mut self, expected: &str) -> Bad {
        let misaligned = "the bars of one match stand in one column";
        let hint = if self.is(Sym::Bar) { Some(misaligned) } else { None };
        self.fail_with(expected, hint)
    }

    /// The same with a hint.
    pub(super) fn fail_hint(&mut self, expected: &str, hint: &str) -> Bad {
        self.fail_with(expected, Some(hint))
    }

    fn fail_with(&mut self, expected: &str, hint: Option<&str>) -> Bad {
        let token = self.token();
        let next = self.starts_def();
        let found = if next { "the next definition".into() } else { token.kind.describe() };
        let consequence = token.kind == Kind::Bad || self.last_error == Some(self.at);
        let title = format!("expected {expected}, found {found}");
        // What is missing at the end is missing behind what was read.
        let (place, label) = if self.at > 0 && (next || token.kind == Kind::Eof) {
            (self.tokens[self.at - 1].place, format!("{expected} should follow this"))
        } else {
            (token.place, format!("{expected} should stand here"))
        };
        self.last_error = Some(self.at);
        if !consequence {
            self.report(place, title, &label);
            self.hint(hint);
        }
        Bad
    }

    /// Gives a message about a place.
    pub(super) fn report(&mut self, place: Place, title: impl Into<String>, label: &str) -> Bad {
        self.errors.push(Diagnostic::error(title).at(place.source, place.span(), label));
        Bad
    }

    /// The last message gets a hint.
    pub(super) fn hint(&mut self, hint: Option<&str>) {
        if let Some(error) = self.errors.last_mut() {
            error.hint = hint.map(String::from);
        }
    }
}
