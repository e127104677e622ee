//! The smallest expressions: names, literals, and what stands in brackets.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Instance};
use crate::token::{Kind, Sym};

impl Parser {
    pub(super) fn starts_atom(&self) -> bool {
        let starts = match self.kind() {
            Kind::Lower(_) | Kind::Upper(_) => true,
            Kind::Int(_) | Kind::Char(_) | Kind::String(_) => true,
            Kind::Sym(Sym::Hash) => *self.peek(1) == Kind::Sym(Sym::LBrace),
            Kind::Sym(sym) => {
                matches!(sym, Sym::True | Sym::False | Sym::LParen | Sym::LBracket | Sym::Inline)
            }
            Kind::Angled(_) | Kind::Bad | Kind::Eof => false,
        };
        starts && !self.ended()
    }

    pub(super) fn atom(&mut self) -> Parsed<Expr> {
        if !self.starts_atom() {
            return Err(self.no_atom());
        }
        let start = self.place();
        let kind = match self.kind().clone() {
            Kind::Lower(_) | Kind::Sym(Sym::Inline) => self.variable()?,
            Kind::Upper(_) => ExprKind::Tag(self.upper("the name of a tag")?, Vec::new()),
            Kind::Sym(Sym::LParen) => self.tuple()?,
            Kind::Sym(Sym::LBracket) => {
                self.refuse_array_list(|p| p.whole_expr().map(drop))?;
                ExprKind::Error
            }
            Kind::Sym(Sym::Hash) => {
                self.bump();
                self.unboxed()?
            }
            Kind::Int(value) => self.literal(ExprKind::Int(value)),
            Kind::Char(value) => self.literal(ExprKind::Char(value)),
            Kind::String(bytes) => self.literal(ExprKind::String(bytes)),
            Kind::Sym(Sym::True) => self.literal(ExprKind::Bool(true)),
            Kind::Sym(Sym::False) => self.literal(ExprKind::Bool(false)),
            Kind::Sym(_) | Kind::Angled(_) | Kind::Bad | Kind::Eof => return Err(self.no_atom()),
        };
        Ok(Expr { kind, place: self.since(start) })
    }

    /// Moves over the token of a literal.
    fn literal(&mut self, literal: ExprKind) -> ExprKind {
        self.bump();
        literal
    }

    fn no_atom(&mut self) -> super::Bad {
        let expected = "an expression";
        let found = self.kind().describe();
        if self.ended() {
            self.fail(expected)
        } else if self.starts_block() {
            let hint = format!("an operand that begins with {found} needs parentheses");
            self.fail_hint(expected, &hint)
        } else if self.prefix().is_some() {
            self.fail_hint(expected, &format!("{found} needs parentheses here"))
        } else {
            self.fail(expected)
        }
    }

    /// `x`, `f [U8, _]`, `inline f`.
    fn variable(&mut self) -> Parsed<ExprKind> {
        let inline = self.eat(Sym::Inline);
        let name = self.lower("the name of a function")?;
        let mut args = Vec::new();
        let applied = self.is(Sym::LBracket);
        if applied {
            let open = self.bump();
            args = self.list(open, Sym::RBracket, |p| {
                Ok(if p.eat(Sym::Under) { None } else { Some(p.ty()?) })
            })?;
        }
        if self.is(Sym::LBrace) && *self.peek(1) == Kind::Sym(Sym::LBrace) {
            self.refuse_layout_arguments();
            return Ok(ExprKind::Error);
        }
        if !applied && !inline {
            return Ok(ExprKind::Var(name.name));
        }
        Ok(ExprKind::Inst(Instance { name, args, inline }))
    }

    fn tuple(&mut self) -> Parsed<ExprKind> {
        let open = self.bump();
        if self.eat(Sym::RParen) {
            return Ok(ExprKind::Tuple(Vec::new()));
        }
        let mut items = self.list(open, Sym::RParen, Self::whole_expr)?;
        Ok(match items.len() {
            1 => items.remove(0).kind,
            _ => ExprKind::Tuple(items),
        })
    }

    /// `{f = e, g}` behind `#`.
    fn unboxed(&mut self) -> Parsed<ExprKind> {
        let open = self.expect(Sym::LBrace)?;
        let fields = self.list(open, Sym::RBrace, |p| {
            let name = p.lower("the name of a field")?;
            let value = if p.eat(Sym::Equal) {
                p.whole_expr()?
            } else {
                Expr { kind: ExprKind::Var(name.name.clone()), place: name.place }
            };
            Ok((name, value))
        })?;
        Ok(ExprKind::Unboxed(fields))
    }
}
