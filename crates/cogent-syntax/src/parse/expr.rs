//! Expressions that begin with a word, sequences, and matches.
//!
//! ```text
//! expr    ::= let binding and ... in expr
//!           | if cond !x ... then expr else expr
//!           | if | cond !x ... -> expr ... | else -> expr
//!           | \p : type => expr
//!           | match
//! match   ::= seq | seq !x ... | p -> expr | ...
//! seq     ::= operators | operators ; expr
//! binding ::= p : type = expr !x ... | p : type <= expr !x ... |> p -> expr |> ...
//! ```

use super::{OUTERMOST, Parsed, Parser};
use crate::ast::{Alt, Arrow, Binding, Expr, ExprKind, Guard, Ident, Type};
use crate::token::{Kind, Sym};

impl Parser {
    /// An expression that takes the bars to the right of `margin`.
    pub(super) fn expr(&mut self, margin: u32) -> Parsed<Expr> {
        self.nested(|p| {
            let start = p.place();
            let kind = if p.ended() {
                return Err(p.fail("an expression"));
            } else if p.is(Sym::Let) {
                p.let_expr(margin)?
            } else if p.is(Sym::If) {
                p.if_expr(margin)?
            } else if p.is(Sym::Backslash) {
                p.lambda(margin)?
            } else {
                let subject = p.seq(margin)?;
                return p.match_expr(subject, margin);
            };
            Ok(Expr { kind, place: p.since(start) })
        })
    }

    /// An expression inside brackets or a binding.
    pub(super) fn whole_expr(&mut self) -> Parsed<Expr> {
        self.expr(OUTERMOST)
    }

    /// True if an expression begins here that cannot be an operand: one with `let`, `if` or `\`.
    pub(super) fn starts_block(&self) -> bool {
        matches!(self.kind(), Kind::Sym(Sym::Let | Sym::If | Sym::Backslash))
    }

    /// `a; b; c`. The last may be anything that takes the bars to the right of `margin`.
    pub(super) fn seq(&mut self, margin: u32) -> Parsed<Expr> {
        let start = self.place();
        let first = self.operators(0)?;
        if !self.is(Sym::Semi) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Sym::Semi) {
            if self.starts_block() {
                items.push(self.expr(margin)?);
                break;
            }
            let item = self.beside(|p| p.operators(0))?;
            let matched = self.match_follows(margin);
            items.push(self.match_expr(item, margin)?);
            if matched {
                break;
            }
        }
        Ok(Expr { kind: ExprKind::Seq(items), place: self.since(start) })
    }

    /// True if alternatives follow, behind `!x`.
    fn match_follows(&self, margin: u32) -> bool {
        let mut distance = 0;
        while *self.peek(distance) == Kind::Sym(Sym::Bang)
            && matches!(self.peek(distance + 1), Kind::Lower(_))
        {
            distance += 2;
        }
        let at = (self.at + distance).min(self.tokens.len() - 1);
        let token = &self.tokens[at];
        token.kind == Kind::Sym(Sym::Bar) && token.column > margin
    }

    /// A match if alternatives follow its subject, else the subject.
    fn match_expr(&mut self, subject: Expr, margin: u32) -> Parsed<Expr> {
        if !self.match_follows(margin) {
            return Ok(subject);
        }
        let start = subject.place;
        let bangs = self.bangs()?;
        let alts = self.alts(Sym::Bar)?;
        let kind = ExprKind::Match(Box::new(subject), bangs, alts);
        Ok(Expr { kind, place: self.since(start) })
    }

    /// Alternatives, each behind the same bar in the same column.
    pub(super) fn alts(&mut self, bar: Sym) -> Parsed<Vec<Alt>> {
        let column = self.column();
        let mut alts = Vec::new();
        while self.is(bar) && self.column() == column {
            self.bump();
            let pat = self.pat()?;
            let arrow = self.arrow()?;
            alts.push(Alt { pat, arrow, body: self.expr(column)? });
        }
        Ok(alts)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is an error")]
    fn arrow(&mut self) -> Parsed<Arrow> {
        let arrow = match self.kind() {
            Kind::Sym(Sym::Arrow) => Arrow::Plain,
            Kind::Sym(Sym::LikelyArrow) => Arrow::Likely,
            Kind::Sym(Sym::UnlikelyArrow) => Arrow::Unlikely,
            _ => return Err(self.fail("`->`, `=>` or `~>`")),
        };
        self.bump();
        Ok(arrow)
    }

    /// `!x !y`.
    fn bangs(&mut self) -> Parsed<Vec<Ident>> {
        let mut bangs = Vec::new();
        while self.eat(Sym::Bang) {
            bangs.push(self.lower("a variable")?);
        }
        Ok(bangs)
    }

    fn let_expr(&mut self, margin: u32) -> Parsed<ExprKind> {
        self.bump();
        let mut bindings = vec![self.binding(margin)?];
        while self.eat(Sym::And) {
            bindings.push(self.binding(margin)?);
        }
        if !self.eat(Sym::In) {
            return Err(self.fail("`and` or `in`"));
        }
        Ok(ExprKind::Let(bindings, Box::new(self.expr(margin)?)))
    }

    fn binding(&mut self, margin: u32) -> Parsed<Binding> {
        let pat = self.pat()?;
        let ty = self.annotation()?;
        let biased = !pat.is_irrefutable();
        match (biased, self.kind()) {
            (false, Kind::Sym(Sym::Equal)) | (true, Kind::Sym(Sym::LessEq)) => {}
            (true, Kind::Sym(Sym::Equal)) => {
                let label = "a value of another form would be left over";
                let bad = self.report(pat.place, "this pattern may not match", label);
                self.hint(Some("write `<=`, and the other alternatives behind `|>`"));
                return Err(bad);
            }
            (false, _) => return Err(self.fail("`=`")),
            (true, _) => return Err(self.fail("`<=`")),
        }
        self.bump();
        let value = self.whole_expr()?;
        let bangs = self.bangs()?;
        let others = if !biased {
            None
        } else if self.is(Sym::BarGreater) && self.column() > margin {
            Some(self.alts(Sym::BarGreater)?)
        } else {
            Some(Vec::new())
        };
        Ok(Binding { pat, ty, value, bangs, others })
    }

    /// `: type`, if it is there.
    fn annotation(&mut self) -> Parsed<Option<Type>> {
        Ok(if self.eat(Sym::Colon) { Some(self.ty()?) } else { None })
    }

    fn if_expr(&mut self, margin: u32) -> Parsed<ExprKind> {
        self.bump();
        if self.is(Sym::Bar) && self.column() > margin {
            return self.multi_if();
        }
        let cond = self.condition(margin)?;
        let bangs = self.bangs()?;
        if self.is(Sym::Bar) {
            return Err(self.fail_hint("`then`", "a match as a condition needs parentheses"));
        }
        self.expect(Sym::Then)?;
        let body = self.expr(margin)?;
        self.expect(Sym::Else)?;
        let guard = Guard { cond, bangs, arrow: Arrow::Plain, body };
        Ok(ExprKind::If(Box::new(guard), Box::new(self.expr(margin)?)))
    }

    fn condition(&mut self, margin: u32) -> Parsed<Expr> {
        if self.ended() || self.is(Sym::Else) {
            return Err(self.fail("a condition"));
        }
        self.beside(|p| p.seq(margin))
    }

    fn multi_if(&mut self) -> Parsed<ExprKind> {
        let column = self.column();
        let mut guards = Vec::new();
        while self.is(Sym::Bar) && self.column() == column {
            self.bump();
            if self.is(Sym::Else) && !guards.is_empty() {
                self.bump();
                self.expect(Sym::Arrow)?;
                return Ok(ExprKind::MultiIf(guards, Box::new(self.expr(column)?)));
            }
            let cond = self.condition(column)?;
            let bangs = self.bangs()?;
            let arrow = self.arrow()?;
            guards.push(Guard { cond, bangs, arrow, body: self.expr(column)? });
        }
        Err(self.fail_hint("`| else`", "the last branch of `if |` is `| else -> ...`"))
    }

    fn lambda(&mut self, margin: u32) -> Parsed<ExprKind> {
        let backslash = self.at;
        self.bump();
        let pat = self.irrefutable()?;
        if self.starts_pat() {
            return self.second_argument(backslash, margin);
        }
        let ty = self.annotation()?;
        self.expect(Sym::LikelyArrow)?;
        Ok(ExprKind::Lambda(Box::new(pat), ty, Box::new(self.expr(margin)?)))
    }
}
