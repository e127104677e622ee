//! Records, in expressions and patterns.

use super::recover::Missing;
use super::{OpenKind, Parsed, Parser};
use crate::ast::{Exp, ExpKind, Ident, LongId, Pat, PatKind};
use crate::lex::Kind;

impl Parser<'_> {
    /// `{a = 1, b}`.
    pub(super) fn record_exp(&mut self) -> Parsed<ExpKind> {
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut fields = Vec::new();
        if self.kind() != Kind::RBrace {
            loop {
                fields.push(self.exp_field()?);
                if self.kind() != Kind::Comma {
                    break;
                }
                if self.peek(1) == Kind::RBrace {
                    self.superfluous();
                    break;
                }
                self.bump();
            }
        }
        self.close(mark, Kind::RBrace, "`,` or `}`")?;
        self.unique_labels(&fields);
        Ok(ExpKind::Record(fields))
    }

    /// `a = 1`, or `a` for `a = a`.
    fn exp_field(&mut self) -> Parsed<(Ident, Exp)> {
        let numeric = matches!(self.kind(), Kind::Lit(_));
        let label = self.label()?;
        match self.kind() {
            Kind::Equals => {
                self.bump();
                Ok((label, self.exp()?))
            }
            Kind::Comma | Kind::RBrace if !numeric => {
                let kind = ExpKind::Var(LongId { path: Vec::new(), id: label });
                Ok((label, Exp { kind, span: label.span }))
            }
            Kind::Colon => {
                let hint = "a field is written `label = expression`";
                Err(self.fail(Missing::new("`=`").hint(hint)))
            }
            _ => Err(self.fail(Missing::new("`=`"))),
        }
    }

    /// `{a = p, b, c as q, ...}`.
    pub(super) fn record_pat(&mut self) -> Parsed<PatKind> {
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut fields = Vec::new();
        let mut flexible = false;
        if self.kind() != Kind::RBrace {
            loop {
                if self.eat(Kind::Ellipsis) {
                    flexible = true;
                    break;
                }
                fields.push(self.pat_field()?);
                if self.kind() != Kind::Comma {
                    break;
                }
                if self.peek(1) == Kind::RBrace {
                    self.superfluous();
                    break;
                }
                self.bump();
            }
        }
        if flexible && self.kind() == Kind::Comma {
            return Err(self.fail(Missing::new("`}`").hint("`...` stands last")));
        }
        self.close(mark, Kind::RBrace, if flexible { "`}`" } else { "`,` or `}`" })?;
        self.unique_labels(&fields);
        Ok(PatKind::Record(fields, flexible))
    }

    /// `a = p`, or `a : ty as p`, where `a` is also the variable.
    fn pat_field(&mut self) -> Parsed<(Ident, Pat)> {
        let numeric = matches!(self.kind(), Kind::Lit(_));
        let start = self.start();
        let label = self.label()?;
        if self.eat(Kind::Equals) {
            return Ok((label, self.pat()?));
        }
        if numeric {
            return Err(self.fail(Missing::new("`=`")));
        }
        let ty = if self.eat(Kind::Colon) { Some(self.ty()?) } else { None };
        let variable = || PatKind::Id(LongId { path: Vec::new(), id: label });
        let kind = if self.eat(Kind::As) {
            PatKind::As(label, ty, Box::new(self.pat()?))
        } else {
            match ty {
                Some(ty) => {
                    let pat = Pat { kind: variable(), span: label.span };
                    PatKind::Typed(Box::new(pat), ty)
                }
                None => variable(),
            }
        };
        self.grow(1)?;
        Ok((label, Pat { kind, span: self.span_from(start) }))
    }
}
