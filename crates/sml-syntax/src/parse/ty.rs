//! Types.

use super::recover::Missing;
use super::{OpenKind, Parsed, Parser};
use crate::ast::{Ident, Ty, TyKind};
use crate::lex::Kind;
use base::Span;

impl Parser<'_> {
    /// `t * u -> v`.
    pub(super) fn ty(&mut self) -> Parsed<Ty> {
        self.nested(|p| {
            let first = p.beside(Self::ty_product)?;
            if p.kind() != Kind::Arrow {
                return Ok(first);
            }
            let mut sides = vec![first];
            while p.eat(Kind::Arrow) {
                sides.push(p.beside(Self::ty_product)?);
            }
            p.grow(sides.len() - 1)?;
            // Arrows group to the right.
            let last = sides.pop().expect("the first side is there");
            Ok(sides.into_iter().rev().fold(last, |right, left| {
                let span = Span::new(left.span.start, right.span.end);
                Ty { kind: TyKind::Arrow(Box::new(left), Box::new(right)), span }
            }))
        })
    }

    fn at_star(&self) -> bool {
        self.kind() == Kind::Symbol(self.known.star)
    }

    /// `t * u`.
    fn ty_product(&mut self) -> Parsed<Ty> {
        let start = self.start();
        let first = self.beside(Self::ty_applied)?;
        if !self.at_star() {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.at_star() {
            self.bump();
            parts.push(self.beside(Self::ty_applied)?);
        }
        self.grow(1)?;
        Ok(Ty { kind: TyKind::Tuple(parts), span: self.span_from(start) })
    }

    /// `int list`, `('a, 'b) A.t`.
    fn ty_applied(&mut self) -> Parsed<Ty> {
        let start = self.start();
        let mut ty = match self.kind() {
            Kind::TyVar(name) => {
                let span = self.bump().span();
                Ty { kind: TyKind::Var(Ident { name, span }), span }
            }
            Kind::LParen => self.ty_parenthesised()?,
            Kind::LBrace => self.ty_record()?,
            Kind::Id(_) | Kind::Symbol(_) | Kind::Qualifier(_) if !self.at_star() => {
                let name = self.long_tycon()?;
                Ty { kind: TyKind::Con(Vec::new(), name), span: self.span_from(start) }
            }
            Kind::Bad => {
                let span = self.bump().span();
                Ty { kind: TyKind::Error, span }
            }
            _ => return Err(self.fail(Missing::new("a type"))),
        };
        let mut count = 0;
        while self.at_tycon() {
            let name = self.long_tycon()?;
            let kind = TyKind::Con(vec![ty], name);
            ty = Ty { kind, span: self.span_from(start) };
            count += 1;
        }
        self.grow(count)?;
        if matches!(self.kind(), Kind::TyVar(_)) {
            let hint = "what a type is applied to stands before it: `'a list`";
            return Err(self.fail(Missing::new("the end of the type").hint(hint)));
        }
        Ok(ty)
    }

    fn at_tycon(&self) -> bool {
        match self.kind() {
            Kind::Id(_) | Kind::Qualifier(_) => true,
            Kind::Symbol(name) => name != self.known.star,
            _ => false,
        }
    }

    /// `(t)`, or `(t, u) A.c`.
    fn ty_parenthesised(&mut self) -> Parsed<Ty> {
        let start = self.start();
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut tys = vec![self.ty()?];
        while self.eat(Kind::Comma) {
            tys.push(self.ty()?);
        }
        self.close(mark, Kind::RParen, "`,` or `)`")?;
        if tys.len() == 1
            && let Some(ty) = tys.pop()
        {
            return Ok(Ty { kind: ty.kind, span: self.span_from(start) });
        }
        if !self.at_tycon() {
            let hint = "the type of a pair is written `t * u`";
            let missing = Missing::new("the name of a type behind its arguments");
            return Err(self.fail(missing.hint(hint)));
        }
        let name = self.long_tycon()?;
        Ok(Ty { kind: TyKind::Con(tys, name), span: self.span_from(start) })
    }

    /// `{a: t, b: u}`.
    fn ty_record(&mut self) -> Parsed<Ty> {
        let start = self.start();
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut fields = Vec::new();
        if self.kind() != Kind::RBrace {
            loop {
                let label = self.label()?;
                if self.kind() == Kind::Equals {
                    let hint = "in a record type a colon stands between label and type";
                    return Err(self.fail(Missing::new("`:`").hint(hint)));
                }
                self.expect(Kind::Colon)?;
                fields.push((label, self.ty()?));
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.close(mark, Kind::RBrace, "`,` or `}`")?;
        self.unique_labels(&fields);
        Ok(Ty { kind: TyKind::Record(fields), span: self.span_from(start) })
    }
}
