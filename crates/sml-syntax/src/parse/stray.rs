//! Lines that go on with a declaration, though they look as if they began something.
//!
//! ```text
//! val x = 5
//! print "hello"
//! ```
//!
//! Here `5` is applied to `print` and `"hello"`. That is grammatical, and sometimes meant, so
//! the parser only notes the line; if elaboration finds an error in it, the message says how
//! the line was read.

use super::{OpenKind, Parser};
use crate::lex::Kind;
use crate::names::Sym;
use base::Span;

/// A line that goes on with a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stray {
    /// From its first token to the end of the declaration's right side.
    pub span: Span,
    /// Its likely meaning.
    pub looks: Looks,
}

/// The phrase that a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looks {
    /// An expression of its own.
    Expression,
    /// `x = e`, where a value is expected to be declared.
    Value,
    /// `x := e`.
    Assignment(Sym),
    /// `f p = e`, where a function is expected to be declared.
    Function,
    /// A further clause of the function that is being declared.
    Clause,
}

impl Parser<'_> {
    /// Notes the argument that begins at the current token, if it looks as if something
    /// else began there.
    pub(super) fn note_stray(&mut self) {
        let Kind::Id(name) = self.kind() else { return };
        if self.options.library || !self.begins_line() {
            return;
        }
        let Some(outdented) = self.beside_declaration() else { return };
        let head = self.clause_head_follows(self.at);
        let looks = match self.functions.last() {
            Some(function) if *function == name && head => Looks::Clause,
            _ if !outdented => return,
            _ if head => Looks::Function,
            _ if self.peek(1) == Kind::Equals => Looks::Value,
            _ if self.assigns() => Looks::Assignment(name),
            _ => Looks::Expression,
        };
        let start = self.start();
        self.strays.push(Stray { span: Span::new(start, start), looks });
    }

    /// Ends the strays from `first` on before the current token.
    pub(super) fn end_strays(&mut self, first: usize) {
        let end = self.span_from(0).end;
        for stray in &mut self.strays[first..] {
            stray.span.end = stray.span.end.max(end);
        }
    }

    /// True if the line that begins here begins no further to the right than the declaration
    /// that it goes on with. None inside brackets.
    fn beside_declaration(&self) -> Option<bool> {
        let column = self.column(self.at);
        match self.declaration() {
            Some(token) => Some(column <= self.column(token)),
            None if self.open.is_empty() => Some(column == 0),
            None => None,
        }
    }

    /// True if a `let` that is meant as a declaration begins a line here, rather than an argument.
    pub(super) fn let_begins_dec(&self) -> bool {
        self.begins_line() && self.beside_declaration() == Some(true) && self.let_declares()
    }

    /// True if the `let` here is meant as a declaration, which begins so in other languages:
    /// a binding follows, and no `in` belongs to it.
    pub(super) fn let_declares(&self) -> bool {
        if self.kind() != Kind::Let {
            return false;
        }
        let name = self.at + 1 + usize::from(self.peek(1) == Kind::Rec);
        matches!(self.tokens[name].kind, Kind::Id(_))
            && (self.tokens[name + 1].kind == Kind::Equals || self.clause_head_follows(name))
            && !self.in_follows()
    }

    /// True if an `in` belongs to the `let` here: it stands before the first line that begins
    /// no further to the right than the `let`.
    fn in_follows(&self) -> bool {
        let column = self.column(self.at);
        let mut inner = 0usize;
        for (token, before) in (self.at + 1..self.tokens.len()).zip(self.at..) {
            let gap = self.tokens[before].end as usize..self.tokens[token].start as usize;
            let line = self.text[gap].contains(&b'\n') && self.column(token) <= column;
            match self.tokens[token].kind {
                Kind::In if inner == 0 => return true,
                Kind::In => inner -= 1,
                _ if line => return false,
                Kind::Let | Kind::Local => inner += 1,
                _ => {}
            }
        }
        false
    }

    /// True if a `:=` follows the current token.
    fn assigns(&self) -> bool {
        let next = self.tokens[(self.at + 1).min(self.tokens.len() - 1)].span();
        &self.text[next.start..next.end] == b":="
    }

    /// True if the current token is the first of its line.
    pub(super) fn begins_line(&self) -> bool {
        let before = if self.at == 0 { 0 } else { self.tokens[self.at - 1].end as usize };
        self.text[before..self.start()].contains(&b'\n')
    }

    fn column(&self, token: usize) -> usize {
        let start = self.tokens[token].start as usize;
        start - self.line_indent(start).line
    }

    /// The first token of the `val` or `fun` whose right side is being read, if no bracket or
    /// `let` has begun since.
    fn declaration(&self) -> Option<usize> {
        let words = self.open.iter().rev().take_while(|open| open.kind == OpenKind::Word);
        let mut tokens = words.map(|open| open.token);
        tokens.find(|token| matches!(self.tokens[*token].kind, Kind::Val | Kind::Fun))
    }

    /// True if a token begins `f p q =`, with atomic patterns.
    pub(super) fn clause_head_follows(&self, name: usize) -> bool {
        for (at, (kind, depth)) in self.flat_tokens(name + 1).enumerate() {
            match kind {
                _ if depth > 0 => {}
                Kind::Equals => return at > 0,
                Kind::Id(sym) if self.fixity.get(sym) != crate::ast::Fixity::Nonfix => {
                    return false;
                }
                Kind::Id(_) | Kind::Lit(_) | Kind::Wild | Kind::Qualifier(_) => {}
                Kind::RParen | Kind::RBracket | Kind::RBrace => {}
                _ => return false,
            }
        }
        false
    }
}
