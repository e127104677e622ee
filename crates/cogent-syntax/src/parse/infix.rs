//! Operators, application, put.
//!
//! ```text
//! operators ::= applied, with the operators of `level` between them, and `: type` behind
//! applied   ::= operand operand ...
//! operand   ::= (upcast | complement | not)? member ({fields}) ...
//! member    ::= atom .f ...
//! ```
//! So `not f x` is `(not f) x`, and `f r {a = 1}` is `f (r {a = 1})`.

use super::{Parsed, Parser};
use crate::ast::{BinOp, Expr, ExprKind, Ident, UnOp};
use crate::token::{Kind, Sym};

/// The side on which an operator that stands twice is grouped.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
    /// It does not stand twice.
    None,
}

/// The forms of expressions that operators make of their operands.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinOp),
    Compose,
    Apply,
    /// `: type`, which has no second expression.
    Annot,
    /// `a @ i`, which is refused.
    Index,
}

/// The precedence of the type annotation.
const ANNOTATION: u32 = 2;

/// The operator of a symbol, its precedence, and the side on which it is grouped.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other symbol is an operator")]
fn operator(sym: Sym) -> Option<(Infix, u32, Side)> {
    use Infix::Binary;
    Some(match sym {
        Sym::AtSign => (Infix::Index, 13, Side::Left),
        Sym::O => (Infix::Compose, 12, Side::Right),
        Sym::Star => (Binary(BinOp::Mul), 11, Side::Left),
        Sym::Slash => (Binary(BinOp::Div), 11, Side::Left),
        Sym::Percent => (Binary(BinOp::Rem), 11, Side::Left),
        Sym::Plus => (Binary(BinOp::Add), 10, Side::Left),
        Sym::Minus => (Binary(BinOp::Sub), 10, Side::Left),
        Sym::Less => (Binary(BinOp::Less), 9, Side::None),
        Sym::Greater => (Binary(BinOp::Greater), 9, Side::None),
        Sym::LessEq => (Binary(BinOp::LessEq), 9, Side::None),
        Sym::GreaterEq => (Binary(BinOp::GreaterEq), 9, Side::None),
        Sym::EqualEqual => (Binary(BinOp::Equal), 9, Side::None),
        Sym::NotEqual => (Binary(BinOp::NotEqual), 9, Side::None),
        Sym::BitAnd => (Binary(BinOp::BitAnd), 8, Side::Left),
        Sym::BitXor => (Binary(BinOp::BitXor), 7, Side::Left),
        Sym::BitOr => (Binary(BinOp::BitOr), 6, Side::Left),
        Sym::ShiftLeft => (Binary(BinOp::ShiftLeft), 5, Side::Left),
        Sym::ShiftRight => (Binary(BinOp::ShiftRight), 5, Side::Left),
        Sym::AndAnd => (Binary(BinOp::And), 4, Side::Right),
        Sym::OrOr => (Binary(BinOp::Or), 3, Side::Right),
        Sym::Colon => (Infix::Annot, ANNOTATION, Side::Left),
        Sym::Dollar => (Infix::Apply, 1, Side::Right),
        _ => return None,
    })
}

impl Parser {
    /// Operands and operators that bind at least as tightly as `min`.
    pub(super) fn operators(&mut self, min: u32) -> Parsed<Expr> {
        let start = self.place();
        let mut left = self.applied()?;
        // Behind a type nothing binds more tightly than its annotation.
        let mut max = u32::MAX;
        while let Kind::Sym(sym) = *self.kind() {
            let Some((infix, level, side)) = operator(sym) else { break };
            if level < min || level > max {
                break;
            }
            self.bump();
            let kind = if let Infix::Annot = infix {
                max = ANNOTATION;
                ExprKind::Annot(Box::new(left), self.ty()?)
            } else {
                let right = match side {
                    Side::Right => self.nested(|p| p.operators(level))?,
                    Side::Left | Side::None => self.operators(level + 1)?,
                };
                join(infix, left, right)
            };
            left = Expr { kind, place: self.since(start) };
            self.grow()?;
            if let Infix::Index = infix {
                self.refuse_arrays(left.place);
            }
            if side == Side::None {
                self.refuse_second(level)?;
            }
        }
        if self.is(Sym::BangEqual) {
            return Err(self.fail_hint("an operator", "inequality is written `/=`"));
        }
        Ok(left)
    }

    /// An operator of this level does not follow.
    fn refuse_second(&mut self, level: u32) -> Parsed<()> {
        let Kind::Sym(sym) = *self.kind() else { return Ok(()) };
        if operator(sym).is_none_or(|(_, other, _)| other != level) {
            return Ok(());
        }
        let place = self.place();
        let label = "this compares the result of a comparison";
        let bad = self.report(place, "comparisons do not associate", label);
        self.hint(Some("put one of them in parentheses"));
        Err(bad)
    }

    /// `f x y`. Of a tag, all arguments.
    fn applied(&mut self) -> Parsed<Expr> {
        let mut function = self.operand()?;
        while self.starts_operand() {
            let arg = self.operand()?;
            let place = function.place.to(arg.place);
            if let ExprKind::Tag(_, args) = &mut function.kind {
                args.push(arg);
                function.place = place;
            } else {
                self.grow()?;
                let kind = ExprKind::App(Box::new(function), Box::new(arg));
                function = Expr { kind, place };
            }
        }
        Ok(function)
    }

    fn starts_operand(&self) -> bool {
        self.prefix().is_some() || self.starts_atom()
    }

    /// The form of expressions that the prefix operator here makes, if there is one.
    pub(super) fn prefix(&self) -> Option<fn(Box<Expr>) -> ExprKind> {
        if self.ended() {
            None
        } else if self.is(Sym::Upcast) {
            Some(ExprKind::Upcast)
        } else if self.is(Sym::Complement) {
            Some(|operand| ExprKind::Unary(UnOp::Complement, operand))
        } else if self.is(Sym::Not) {
            Some(|operand| ExprKind::Unary(UnOp::Not, operand))
        } else {
            None
        }
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let start = self.place();
        let Some(form) = self.prefix() else {
            let expr = self.member()?;
            return self.put(expr);
        };
        self.bump();
        let kind = form(Box::new(self.member()?));
        self.put(Expr { kind, place: self.since(start) })
    }

    /// `e {f = a, g}`, if that follows.
    fn put(&mut self, mut expr: Expr) -> Parsed<Expr> {
        loop {
            let start = expr.place;
            let kind = if self.is(Sym::LBrace) {
                let var = |name: &Ident| Expr {
                    kind: ExprKind::Var(name.name.clone()),
                    place: name.place,
                };
                let fields = self.fields(Self::whole_expr, var)?;
                ExprKind::Put(Box::new(expr), fields)
            } else if self.is(Sym::AtSign) && *self.peek(1) == Kind::Sym(Sym::LBrace) {
                self.refuse_array_fields(|p| p.whole_expr().map(drop))?;
                ExprKind::Error
            } else {
                return Ok(expr);
            };
            expr = Expr { kind, place: self.since(start) };
            self.grow()?;
        }
    }

    fn member(&mut self) -> Parsed<Expr> {
        let mut expr = self.atom()?;
        while self.eat(Sym::Dot) {
            let field = self.lower("the name of a field")?;
            let place = expr.place.to(field.place);
            expr = Expr { kind: ExprKind::Member(Box::new(expr), field), place };
            self.grow()?;
        }
        Ok(expr)
    }
}

/// An operation.
fn join(infix: Infix, left: Expr, right: Expr) -> ExprKind {
    let (left, right) = (Box::new(left), Box::new(right));
    match infix {
        Infix::Binary(op) => ExprKind::Binary(op, left, right),
        Infix::Compose => ExprKind::Compose(left, right),
        Infix::Apply => ExprKind::App(left, right),
        Infix::Annot | Infix::Index => ExprKind::Error,
    }
}
