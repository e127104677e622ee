//! The current token: moving on, nesting, and the smallest phrases.

use super::recover::Missing;
use super::{Bad, MAX_NESTING, Open, OpenKind, Parsed, Parser};
use crate::ast::{Fixity, Ident, LongId};
use crate::lex::{Kind, Token};
use base::Span;

impl Parser<'_> {
    /// The current token's kind.
    pub(super) fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// The kind of a later token.
    pub(super) fn peek(&self, distance: usize) -> Kind {
        self.tokens.get(self.at + distance).map_or(Kind::Eof, |token| token.kind)
    }

    /// Moves on; the end stays.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.tokens[self.at];
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    /// Moves on if this is the current token.
    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Moves over a token that must be here.
    pub(super) fn expect(&mut self, kind: Kind) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        Err(self.fail(Missing::new(format!("`{}`", kind.fixed_text()))))
    }

    /// The same behind an expression.
    pub(super) fn expect_behind_exp(&mut self, kind: Kind) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        Err(self.fail_behind_exp(Missing::new(format!("`{}`", kind.fixed_text()))))
    }

    /// The first byte of the current token.
    pub(super) fn start(&self) -> usize {
        self.tokens[self.at].start as usize
    }

    /// From `start` to the end of the last token that was read.
    pub(super) fn span_from(&self, start: usize) -> Span {
        let end = if self.at == 0 { 0 } else { self.tokens[self.at - 1].end as usize };
        Span::new(start, end.max(start))
    }

    /// A construct begins with the current token.
    pub(super) fn begin(&mut self, kind: OpenKind) -> usize {
        self.open.push(Open { kind, token: self.at });
        self.open.len() - 1
    }

    /// The construct has ended.
    pub(super) fn done(&mut self, mark: usize) {
        self.open.truncate(mark);
    }

    /// Parses a phrase one level deeper.
    pub(super) fn nested<T>(&mut self, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.too_deep(self.at));
        }
        self.depth += 1;
        let others = std::mem::take(&mut self.height);
        let result = phrase(self);
        self.depth -= 1;
        self.height = others.max(self.height + 1);
        result
    }

    /// Parses a phrase beside others of this level, whose height does not count for it.
    pub(super) fn beside<T>(&mut self, phrase: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let others = std::mem::take(&mut self.height);
        let result = phrase(self);
        self.height = self.height.max(others);
        result
    }

    /// Counts nodes that have been put on top of the trees of this level.
    pub(super) fn grow(&mut self, nodes: usize) -> Parsed<()> {
        let nodes = u32::try_from(nodes).unwrap_or(MAX_NESTING);
        self.height = self.height.saturating_add(nodes);
        if self.depth.saturating_add(self.height) > MAX_NESTING {
            // The phrase that is too high has just been parsed.
            return Err(self.too_deep(self.at.saturating_sub(1)));
        }
        Ok(())
    }

    /// Parses a phrase that is a scope of fixity directives.
    pub(super) fn scope<T>(&mut self, phrase: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.fixity.enter();
        let result = phrase(self);
        self.fixity.leave(scope);
        result
    }

    /// The fixity of the current token, if it is an identifier that is infix.
    pub(super) fn infix(&self) -> Option<Fixity> {
        let sym = match self.kind() {
            Kind::Id(sym) | Kind::Symbol(sym) => sym,
            Kind::Equals => self.known.equals,
            _ => return None,
        };
        let fixity = self.fixity.get(sym);
        (fixity != Fixity::Nonfix).then_some(fixity)
    }

    /// An identifier of any kind, `=` and `*` included.
    pub(super) fn any_id(&mut self) -> Option<Ident> {
        let name = match self.kind() {
            Kind::Id(sym) | Kind::Symbol(sym) => sym,
            Kind::Equals => self.known.equals,
            _ => return None,
        };
        let span = self.bump().span();
        Some(Ident { name, span })
    }

    /// A word that is not reserved.
    pub(super) fn word(&mut self, what: &str) -> Parsed<Ident> {
        if let Kind::Id(name) = self.kind() {
            let span = self.bump().span();
            return Ok(Ident { name, span });
        }
        Err(self.fail_name(what))
    }

    /// The identifier of a value, with or without `op`.
    pub(super) fn vid(&mut self, what: &str) -> Parsed<Ident> {
        self.eat(Kind::Op);
        self.any_id().ok_or(Bad).map_err(|Bad| self.fail_name(what))
    }

    /// The identifier of a type.
    pub(super) fn tycon(&mut self) -> Parsed<Ident> {
        match self.kind() {
            Kind::Id(name) => Ok(Ident { name, span: self.bump().span() }),
            Kind::Symbol(name) if name != self.known.star => {
                Ok(Ident { name, span: self.bump().span() })
            }
            Kind::TyVar(_) => {
                let hint = "a type's parameters stand before its name: `'a tree`";
                Err(self.fail(Missing::new("the name of a type").hint(hint)))
            }
            _ => Err(self.fail_name("the name of a type")),
        }
    }

    /// The structures before the last dot.
    fn path(&mut self) -> Vec<Ident> {
        let mut path = Vec::new();
        while let Kind::Qualifier(name) = self.kind() {
            path.push(Ident { name, span: self.bump().span() });
        }
        path
    }

    /// `A.B.x`, of which `x` may be symbolic.
    pub(super) fn long_vid(&mut self, what: &str) -> Parsed<LongId> {
        let path = self.path();
        let id = self.any_id().ok_or(Bad).map_err(|Bad| self.fail_name(what))?;
        Ok(LongId { path, id })
    }

    /// `A.B.t`.
    pub(super) fn long_tycon(&mut self) -> Parsed<LongId> {
        let path = self.path();
        Ok(LongId { path, id: self.tycon()? })
    }

    /// `A.B.C`.
    pub(super) fn long_strid(&mut self) -> Parsed<LongId> {
        let path = self.path();
        Ok(LongId { path, id: self.word("the name of a structure")? })
    }

    /// A record label: a name or a number.
    pub(super) fn label(&mut self) -> Parsed<Ident> {
        match self.kind() {
            Kind::Id(name) | Kind::Symbol(name) => Ok(Ident { name, span: self.bump().span() }),
            Kind::Lit(_) if is_label(self.token_text()) => {
                let text = String::from_utf8_lossy(self.token_text()).into_owned();
                let name = self.names.intern(&text);
                Ok(Ident { name, span: self.bump().span() })
            }
            _ => Err(self.fail_name("a label")),
        }
    }

    /// The text of the current token.
    pub(super) fn token_text(&self) -> &[u8] {
        let span = self.tokens[self.at].span();
        &self.text[span.start..span.end]
    }

    /// `'a`, `('a, 'b)`, or nothing.
    pub(super) fn ty_vars(&mut self) -> Parsed<Vec<Ident>> {
        if let Kind::TyVar(name) = self.kind() {
            return Ok(vec![Ident { name, span: self.bump().span() }]);
        }
        if !(self.kind() == Kind::LParen && matches!(self.peek(1), Kind::TyVar(_))) {
            return Ok(Vec::new());
        }
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut vars = Vec::new();
        loop {
            let Kind::TyVar(name) = self.kind() else {
                return Err(self.fail(Missing::new("a type variable")));
            };
            vars.push(Ident { name, span: self.bump().span() });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.close(mark, Kind::RParen, "`,` or `)`")?;
        self.unique_names("type variable", &vars);
        Ok(vars)
    }
}

/// Numeric labels do not begin with 0 and have nothing but digits.
fn is_label(text: &[u8]) -> bool {
    text.first().is_some_and(|&first| first != b'0') && text.iter().all(u8::is_ascii_digit)
}
