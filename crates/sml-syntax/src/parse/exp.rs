//! Expressions and matches.

use super::recover::Missing;
use super::{Context, OpenKind, Parsed, Parser};
use crate::ast::{Exp, ExpKind, Lit, Rule};
use crate::lex::Kind;
use base::Span;
use diag::Diagnostic;

impl Parser<'_> {
    /// An expression.
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        self.nested(|p| {
            let start = p.start();
            let mut exp = p.exp_orelse()?;
            while p.kind() == Kind::Handle {
                let mark = p.begin(OpenKind::Word);
                p.bump();
                let rules = p.rules()?;
                p.done(mark);
                p.grow(1)?;
                exp = Exp { kind: ExpKind::Handle(Box::new(exp), rules), span: p.span_from(start) };
            }
            Ok(exp)
        })
    }

    /// `a orelse b`.
    fn exp_orelse(&mut self) -> Parsed<Exp> {
        let first = self.exp_andalso()?;
        if self.kind() != Kind::Orelse {
            return Ok(first);
        }
        self.logic(first, Kind::Orelse, Self::exp_andalso, ExpKind::Orelse)
    }

    /// `a andalso b`.
    fn exp_andalso(&mut self) -> Parsed<Exp> {
        let first = self.exp_typed()?;
        if self.kind() != Kind::Andalso {
            return Ok(first);
        }
        self.logic(first, Kind::Andalso, Self::exp_typed, ExpKind::Andalso)
    }

    /// The rest of a chain of `word`, which is grouped to the right.
    fn logic(
        &mut self,
        first: Exp,
        word: Kind,
        operand: fn(&mut Self) -> Parsed<Exp>,
        make: fn(Box<Exp>, Box<Exp>) -> ExpKind,
    ) -> Parsed<Exp> {
        let mut operands = vec![first];
        while self.eat(word) {
            operands.push(operand(self)?);
        }
        self.grow(operands.len() - 1)?;
        let last = operands.pop().ok_or(super::Bad)?;
        Ok(operands.into_iter().rev().fold(last, |right, left| {
            let span = Span::new(left.span.start, right.span.end);
            Exp { kind: make(Box::new(left), Box::new(right)), span }
        }))
    }

    /// `e : ty`, or an expression that begins with a reserved word.
    fn exp_typed(&mut self) -> Parsed<Exp> {
        if self.starts_word_exp() {
            return self.word_exp();
        }
        let start = self.start();
        let first = self.exp_applied()?;
        let mut exp = match self.infix() {
            None => first,
            Some(_) => self.chain(first, |p| p.infix(), Self::exp_applied)?,
        };
        while self.eat(Kind::Colon) {
            let ty = self.ty()?;
            self.grow(1)?;
            exp = Exp { kind: ExpKind::Typed(Box::new(exp), ty), span: self.span_from(start) };
        }
        Ok(exp)
    }

    /// `f x y`.
    fn exp_applied(&mut self) -> Parsed<Exp> {
        self.beside(Self::exp_application)
    }

    fn exp_application(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let mut exp = self.exp_atomic()?;
        let mut count = 0;
        while self.starts_atomic_exp() && !self.let_begins_dec() {
            self.note_stray();
            let arg = self.exp_atomic()?;
            let kind = ExpKind::App(Box::new(exp), Box::new(arg));
            exp = Exp { kind, span: self.span_from(start) };
            count += 1;
        }
        if self.starts_word_exp() && self.kind() != Kind::Fun {
            let arg = self.unparenthesised()?;
            let kind = ExpKind::App(Box::new(exp), Box::new(arg));
            exp = Exp { kind, span: self.span_from(start) };
            count += 1;
        }
        self.grow(count)?;
        Ok(exp)
    }

    /// An expression that begins with a reserved word, where it needs parentheses.
    fn unparenthesised(&mut self) -> Parsed<Exp> {
        let word = self.kind().fixed_text();
        let error = Diagnostic::error(format!("this `{word}` needs parentheses")).hint(format!(
            "an argument or operand that begins with `{word}` is written `({word} ...)`"
        ));
        self.report(error, "an atomic expression should stand here");
        self.word_exp()
    }

    /// True if an atomic expression begins here.
    fn starts_atomic_exp(&self) -> bool {
        match self.kind() {
            Kind::Id(_) | Kind::Symbol(_) => self.infix().is_none(),
            Kind::Lit(_) | Kind::Qualifier(_) | Kind::Op | Kind::Bad | Kind::Let => true,
            Kind::LParen | Kind::LBracket | Kind::LBrace => true,
            Kind::HashBracket | Kind::Hash => true,
            _ => false,
        }
    }

    /// True if an expression begins here.
    pub(super) fn starts_exp(&self) -> bool {
        self.starts_atomic_exp() || self.starts_word_exp() || self.infix().is_some()
    }

    /// An atomic expression.
    fn exp_atomic(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let kind = match self.kind() {
            Kind::Lit(index) => {
                self.bump();
                ExpKind::Lit(self.take_lit(index))
            }
            Kind::Id(_) | Kind::Symbol(_) | Kind::Equals if self.infix().is_some() => {
                return self.stray_operator();
            }
            Kind::Id(_) | Kind::Symbol(_) | Kind::Qualifier(_) => {
                ExpKind::Var(self.long_vid("a name")?)
            }
            Kind::Op => {
                self.bump();
                ExpKind::Var(self.long_vid("a name behind `op`")?)
            }
            Kind::LBrace => self.record_exp()?,
            Kind::LParen => return self.parenthesised(),
            Kind::LBracket => ExpKind::List(self.bracketed(Self::exp)?),
            Kind::HashBracket => ExpKind::Vector(self.bracketed(Self::exp)?),
            Kind::Hash => {
                self.bump();
                ExpKind::Select(self.label()?)
            }
            Kind::Let => self.let_exp()?,
            Kind::Bad => {
                self.bump();
                ExpKind::Error
            }
            _ if self.starts_word_exp() => return self.unparenthesised(),
            _ => return Err(self.no_exp()),
        };
        Ok(Exp { kind, span: self.span_from(start) })
    }

    /// The value of a literal, which may be taken once only.
    pub(super) fn take_lit(&mut self, index: u32) -> Lit {
        std::mem::replace(&mut self.lits[index as usize], Lit::Char(0))
    }

    /// Reports that no expression begins here.
    fn no_exp(&mut self) -> super::Bad {
        let text = self.token_text();
        let missing = Missing::new("an expression");
        let missing = match self.kind() {
            Kind::TyVar(_) if text.len() == 3 && text.ends_with(b"'") => {
                let hint = format!("a character is written #\"{}\"", text[1] as char);
                missing.hint(hint)
            }
            Kind::RParen if self.behind_star() => {
                missing.hint("`*)` ends a comment that has not begun")
            }
            Kind::Wild => missing.hint("`_` stands for anything in patterns only"),
            Kind::Val if self.at > 0 && self.tokens[self.at - 1].kind == Kind::In => {
                missing.hint("between `let` and `in` stand the declarations")
            }
            _ => missing,
        };
        self.fail(missing)
    }

    /// True if a `*` stands directly before the current token.
    fn behind_star(&self) -> bool {
        self.at > 0 && {
            let before = self.tokens[self.at - 1];
            before.kind == Kind::Symbol(self.known.star) && before.end as usize == self.start()
        }
    }

    /// An infix operator without its left operand.
    fn stray_operator(&mut self) -> Parsed<Exp> {
        let name = String::from_utf8_lossy(self.token_text()).into_owned();
        let error =
            Diagnostic::error(format!("the infix operator `{name}` lacks its left operand"));
        let minus = self.kind() == Kind::Symbol(self.known.minus);
        if minus && self.tokens[self.at].end == self.tokens[self.at + 1].start {
            let start = self.start();
            self.report(
                error.hint("a negative number is written `~1`"),
                "nothing stands before it",
            );
            self.bump();
            let exp = self.exp_atomic()?;
            return Ok(Exp { kind: exp.kind, span: self.span_from(start) });
        }
        let error = error.hint(format!("as a function of a pair it is written `op {name}`"));
        self.report(error, "nothing stands before it");
        Err(super::Bad)
    }

    /// `()`, `(e)`, `(a, b)`, `(a; b)`.
    fn parenthesised(&mut self) -> Parsed<Exp> {
        let start = self.start();
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        if self.eat(Kind::RParen) {
            self.done(mark);
            return Ok(Exp { kind: ExpKind::Tuple(Vec::new()), span: self.span_from(start) });
        }
        let first = self.exp()?;
        let (kind, expected) = match self.kind() {
            Kind::Comma => (ExpKind::Tuple(self.more(first, Kind::Comma)?), "`,` or `)`"),
            Kind::Semi => (sequence(self.more(first, Kind::Semi)?), "`;` or `)`"),
            _ => (first.kind, "`)`, `,` or `;`"),
        };
        if matches!(self.kind(), Kind::And | Kind::DoubleArrow) {
            return Err(self.fail_behind_exp(Missing::new(expected)));
        }
        self.close(mark, Kind::RParen, expected)?;
        Ok(Exp { kind, span: self.span_from(start) })
    }

    /// The first expression and those behind separators.
    fn more(&mut self, first: Exp, separator: Kind) -> Parsed<Vec<Exp>> {
        let mut exps = vec![first];
        while self.kind() == separator {
            let ends = matches!(self.peek(1), Kind::RParen | Kind::RBracket | Kind::End);
            if ends {
                self.superfluous();
                break;
            }
            self.bump();
            exps.push(self.exp()?);
        }
        Ok(exps)
    }

    /// A separator that separates nothing.
    pub(super) fn superfluous(&mut self) {
        let found = self.describe();
        let error = Diagnostic::error(format!("nothing follows this {found}"))
            .hint(format!("leave out the {found}: it separates, and does not end"));
        self.report(error, "another element should follow");
        self.bump();
    }

    /// `[a, b]` or `#[a, b]`, of expressions or patterns.
    pub(super) fn bracketed<T>(&mut self, element: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut elements = Vec::new();
        if self.kind() != Kind::RBracket {
            elements.push(element(self)?);
            while self.kind() == Kind::Comma {
                if self.peek(1) == Kind::RBracket {
                    self.superfluous();
                    break;
                }
                self.bump();
                elements.push(element(self)?);
            }
        }
        if self.kind() == Kind::Semi {
            let hint = "the elements of a list are separated by commas";
            return Err(self.fail(Missing::new("`,` or `]`").hint(hint)));
        }
        self.close(mark, Kind::RBracket, "`,` or `]`")?;
        Ok(elements)
    }

    /// `let decs in a; b end`.
    fn let_exp(&mut self) -> Parsed<ExpKind> {
        let mark = self.begin(OpenKind::Let);
        let start = self.start();
        self.bump();
        self.scope(|p| {
            let decs = p.block(mark, Context::Core, Kind::In)?;
            if p.kind() == Kind::End {
                let hint = "a `let` is written `let declarations in expression end`";
                p.fail(Missing::new("`in`").hint(hint));
                p.bump();
                p.done(mark);
                let error = Exp { kind: ExpKind::Error, span: p.span_from(start) };
                return Ok(ExpKind::Let(decs, vec![error]));
            }
            p.bump();
            p.open[mark].kind = OpenKind::Body;
            let first = p.exp()?;
            let exps = p.more(first, Kind::Semi)?;
            if p.kind() != Kind::End {
                return Err(p.fail_behind_exp(Missing::new("`;` or `end`")));
            }
            p.bump();
            p.done(mark);
            Ok(ExpKind::Let(decs, exps))
        })
    }

    /// The rules of `case`, `fn` and `handle`.
    pub(super) fn rules(&mut self) -> Parsed<Vec<Rule>> {
        self.eat(Kind::Bar);
        let mut strange = false;
        let mut rules = vec![self.rule(&mut strange)?];
        while self.kind() == Kind::Bar && !self.clause_follows() {
            self.bump();
            rules.push(self.rule(&mut strange)?);
        }
        if self.kind() == Kind::DoubleArrow {
            let hint = "rules are separated by `|`: `p => a | q => b`";
            return Err(self.fail(Missing::new("`|` before another rule").hint(hint)));
        }
        Ok(rules)
    }

    /// `p => e`. `strange` says whether a rule of this match has another arrow, which
    /// is reported once.
    fn rule(&mut self, strange: &mut bool) -> Parsed<Rule> {
        let pat = self.pat()?;
        if *strange {
            self.last_error = Some(self.at);
        }
        *strange |= matches!(self.kind(), Kind::Equals | Kind::Arrow);
        self.rule_arrow()?;
        let exp = self.exp()?;
        Ok(Rule { pat, exp })
    }

    /// `=>`. An `=` or `->` is reported and taken for it.
    fn rule_arrow(&mut self) -> Parsed<()> {
        let missing = Missing::new("`=>`");
        match self.kind() {
            Kind::DoubleArrow => {
                self.bump();
                Ok(())
            }
            Kind::Equals | Kind::Arrow => {
                self.fail(missing.hint("a rule is written `pattern => expression`"));
                self.bump();
                Ok(())
            }
            Kind::If | Kind::Andalso | Kind::Orelse => {
                let hint = "rules have no conditions: use `if` behind the `=>`";
                Err(self.fail(missing.hint(hint)))
            }
            _ => Err(self.fail(missing)),
        }
    }
}

/// `(a; b)`, or `(a)`, which is `a`.
fn sequence(exps: Vec<Exp>) -> ExpKind {
    match <[Exp; 1]>::try_from(exps) {
        Ok([only]) => only.kind,
        Err(exps) => ExpKind::Seq(exps),
    }
}
