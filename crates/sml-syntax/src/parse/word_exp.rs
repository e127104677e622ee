//! Expressions that begin with a reserved word and reach as far as they can.

use super::recover::Missing;
use super::{OpenKind, Parsed, Parser};
use crate::ast::{Exp, ExpKind, Lit};
use crate::lex::Kind;
use base::bug;
use diag::Diagnostic;

impl Parser<'_> {
    /// True if such an expression begins here. `fun` counts where `fn` is meant.
    pub(super) fn starts_word_exp(&self) -> bool {
        match self.kind() {
            Kind::If | Kind::Case | Kind::Fn | Kind::Raise | Kind::While | Kind::Prim => true,
            Kind::Fun => self.means_fn(),
            _ => false,
        }
    }

    /// Such an expression.
    pub(super) fn word_exp(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let mark = self.begin(OpenKind::Word);
        let kind = match self.kind() {
            Kind::If => self.if_exp()?,
            Kind::Case => self.case_exp()?,
            Kind::While => {
                self.bump();
                let condition = self.exp()?;
                self.expect_behind_exp(Kind::Do)?;
                ExpKind::While(Box::new(condition), Box::new(self.exp()?))
            }
            Kind::Raise => {
                self.bump();
                ExpKind::Raise(Box::new(self.exp()?))
            }
            Kind::Prim => self.prim()?,
            // Too deep inside others, nothing is left of the text.
            Kind::Fn | Kind::Eof => {
                self.bump();
                ExpKind::Fn(self.rules()?)
            }
            Kind::Fun => {
                let hint = "a function without a name is written `fn x => ...`";
                self.fail(Missing::new("`fn`").hint(hint));
                self.bump();
                ExpKind::Fn(self.rules()?)
            }
            word => bug!("no expression begins with {word:?}"),
        };
        self.done(mark);
        Ok(Exp { kind, span: self.span_from(start) })
    }

    /// `if a then b else c`.
    fn if_exp(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let condition = self.exp()?;
        self.expect_behind_exp(Kind::Then)?;
        let yes = self.exp()?;
        if self.kind() == Kind::Semi && self.peek(1) == Kind::Else {
            let error = Diagnostic::error("a `;` stands before `else`")
                .hint("`;` separates; an `if` goes on with `else` directly");
            self.report(error, "leave it out");
            self.bump();
        }
        let no = if self.eat(Kind::Else) { self.exp()? } else { self.no_else()? };
        Ok(ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// An `if` without `else`. Parsing goes on if its phrase ends here.
    fn no_else(&mut self) -> Parsed<Exp> {
        let hint = if self.kind() == Kind::Semi {
            "every `if` has an `else`; several expressions in one branch need \
             parentheses: `(a; b)`"
        } else {
            "every `if` has an `else`; if there is nothing to do: `else ()`"
        };
        let start = self.start();
        let bad = self.fail_behind_exp(Missing::new("`else`").hint(hint));
        let ends = match self.kind() {
            Kind::Semi | Kind::End | Kind::In | Kind::RParen | Kind::Comma | Kind::RBracket => true,
            kind => self.starts_dec(kind),
        };
        if ends { Ok(Exp { kind: ExpKind::Error, span: self.span_from(start) }) } else { Err(bad) }
    }

    /// `case e of rules`.
    fn case_exp(&mut self) -> Parsed<ExpKind> {
        self.bump();
        let exp = self.exp()?;
        match self.kind() {
            Kind::Of => {}
            Kind::With => {
                let hint = "it is written `case e of p => e | ...`";
                self.fail(Missing::new("`of`").hint(hint));
            }
            _ => return Err(self.fail_behind_exp(Missing::new("`of`"))),
        }
        self.bump();
        Ok(ExpKind::Case(Box::new(exp), self.rules()?))
    }

    /// `_prim "name" : ty`.
    fn prim(&mut self) -> Parsed<ExpKind> {
        let name = self.prim_name()?;
        self.expect(Kind::Colon)?;
        Ok(ExpKind::Prim(name, self.ty()?))
    }

    /// `_prim "name"`.
    pub(super) fn prim_name(&mut self) -> Parsed<String> {
        self.bump();
        if let Kind::Lit(index) = self.kind()
            && let Lit::String(name) = self.take_lit(index)
        {
            self.bump();
            return Ok(String::from_utf8_lossy(&name).into_owned());
        }
        Err(self.fail(Missing::new("a string")))
    }

    /// True if the `fun` here is followed by rules, not clauses.
    fn means_fn(&self) -> bool {
        let mut colon = false;
        for (kind, depth) in self.flat_tokens(self.at + 1) {
            match kind {
                _ if depth > 0 => {}
                Kind::DoubleArrow => return true,
                Kind::Arrow if !colon => return true,
                Kind::Colon => colon = true,
                Kind::Equals | Kind::Bar | Kind::Semi | Kind::End | Kind::In => return false,
                kind if self.starts_dec(kind) => return false,
                _ => {}
            }
        }
        false
    }

    /// True if the `|` here begins a clause of the function that is being parsed, though it
    /// stands behind rules. That is reported.
    pub(super) fn clause_follows(&mut self) -> bool {
        let Some(&function) = self.functions.last() else { return false };
        let op = usize::from(self.peek(1) == Kind::Op);
        let named = match self.peek(1 + op) {
            Kind::Id(sym) | Kind::Symbol(sym) => sym == function,
            _ => false,
        };
        if !named || !self.clause_equals_follows() {
            return false;
        }
        let name = self.names.text(function);
        let error = Diagnostic::error(format!("a clause of `{name}` stands among rules"))
            .hint("rules reach as far as they can: put parentheses around the inner expression");
        self.report(error, "this is read as one more rule");
        true
    }

    /// True if `=` comes before `=>` behind the `|` here.
    fn clause_equals_follows(&self) -> bool {
        for (kind, depth) in self.flat_tokens(self.at + 1) {
            match kind {
                _ if depth > 0 => {}
                Kind::Equals => return true,
                Kind::DoubleArrow | Kind::Bar | Kind::Semi | Kind::End | Kind::In => return false,
                kind if self.starts_dec(kind) => return false,
                _ => {}
            }
        }
        false
    }

    /// The tokens from a place on, each with the number of brackets around it.
    pub(super) fn flat_tokens(&self, from: usize) -> impl Iterator<Item = (Kind, usize)> {
        self.tokens[from.min(self.tokens.len())..].iter().scan(0usize, |depth, token| {
            match token.kind {
                Kind::LParen | Kind::LBracket | Kind::LBrace | Kind::HashBracket => *depth += 1,
                Kind::RParen | Kind::RBracket | Kind::RBrace => {
                    *depth = depth.checked_sub(1)?;
                }
                _ => {}
            }
            Some((token.kind, *depth))
        })
    }
}
