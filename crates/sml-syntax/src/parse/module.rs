//! Structures, signatures and functors.

use super::recover::Missing;
use super::{Bad, Context, OpenKind, Parsed, Parser};
use crate::ast::{
    Ascription, DecKind, FunctorBind, FunctorParam, Ident, SigExp, SigExpKind, StrBind, StrExp,
    StrExpKind,
};
use crate::lex::Kind;
use base::Span;
use base::bug;
use diag::Diagnostic;

impl Parser<'_> {
    /// `structure`, `signature` or `functor`, which may stand here or not.
    pub(super) fn module_dec(&mut self, context: Context) -> Parsed<DecKind> {
        let word = self.kind();
        let allowed = match (context, word) {
            (Context::Top, _) | (Context::Structure, Kind::Structure) => true,
            (Context::Structure | Context::Core, _) => false,
        };
        if !allowed {
            let text = word.fixed_text();
            let error = Diagnostic::error(format!("a {text} cannot be declared here"));
            let hint = if word == Kind::Structure {
                "structures stand at the top and in structures, not in expressions"
            } else {
                "signatures and functors stand at the top of a file"
            };
            self.report(error.hint(hint), "not inside this");
        }
        let mark = self.begin(OpenKind::Word);
        self.bump();
        let kind = match word {
            Kind::Structure => self.structures()?,
            Kind::Signature => self.signatures()?,
            Kind::Functor => self.functors()?,
            _ => bug!("no declaration of modules begins with {word:?}"),
        };
        self.done(mark);
        Ok(if allowed { kind } else { DecKind::Error })
    }

    /// `A : S = e and ...`.
    fn structures(&mut self) -> Parsed<DecKind> {
        let mut binds = Vec::new();
        loop {
            let name = self.word("the name of a structure")?;
            let ascription = self.ascription()?;
            self.expect(Kind::Equals)?;
            let body = self.structure_side();
            binds.push(StrBind { name, ascription, body });
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = binds.iter().map(|bind| bind.name).collect();
                self.unique_names("structure", &names);
                return Ok(DecKind::Structure(binds));
            }
        }
    }

    /// `S = e and ...`.
    fn signatures(&mut self) -> Parsed<DecKind> {
        let mut binds: Vec<(Ident, SigExp)> = Vec::new();
        loop {
            let name = self.word("the name of a signature")?;
            self.expect(Kind::Equals)?;
            let (mark, start) = (self.open.len(), self.start());
            let sig = self.sig_exp().unwrap_or_else(|Bad| {
                self.resync(mark, true);
                SigExp { kind: SigExpKind::Error, span: self.span_from(start) }
            });
            binds.push((name, sig));
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = binds.iter().map(|bind| bind.0).collect();
                self.unique_names("signature", &names);
                return Ok(DecKind::Signature(binds));
            }
        }
    }

    /// `F (X : S) : T = e and ...`.
    fn functors(&mut self) -> Parsed<DecKind> {
        let mut binds = Vec::new();
        loop {
            let name = self.word("the name of a functor")?;
            let param = self.functor_param()?;
            let ascription = self.ascription()?;
            self.expect(Kind::Equals)?;
            let body = self.structure_side();
            binds.push(FunctorBind { name, param, ascription, body });
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = binds.iter().map(|bind| bind.name).collect();
                self.unique_names("functor", &names);
                return Ok(DecKind::Functor(binds));
            }
        }
    }

    /// `(X : S)` or `(specs)`.
    fn functor_param(&mut self) -> Parsed<FunctorParam> {
        let mark = self.begin(OpenKind::DecBracket);
        let start = self.start();
        self.expect(Kind::LParen)?;
        if let Kind::Id(_) = self.kind() {
            let name = self.word("the name of a structure")?;
            self.expect(Kind::Colon)?;
            let sig = self.sig_exp()?;
            if self.kind() == Kind::Comma {
                let hint = "several structures are written `(structure A : S structure B : T)`";
                return Err(self.fail(Missing::new("`)`").hint(hint)));
            }
            self.close(mark, Kind::RParen, "`)`")?;
            return Ok(FunctorParam::Structure(name, sig));
        }
        let specs = self.specs(mark, Kind::RParen)?;
        if self.kind() == Kind::RParen {
            self.bump();
        } else {
            self.fail(Missing::new("a specification or `)`"));
        }
        self.done(mark);
        Ok(FunctorParam::Spec(specs, self.span_from(start)))
    }

    /// `: S` or `:> S`, if it is there.
    fn ascription(&mut self) -> Parsed<Option<Ascription>> {
        let opaque = match self.kind() {
            Kind::Colon => false,
            Kind::Opaque => true,
            _ => return Ok(None),
        };
        self.bump();
        Ok(Some(Ascription { opaque, sig: self.sig_exp()? }))
    }

    /// The structure of a binding. After an error the binding remains.
    fn structure_side(&mut self) -> StrExp {
        let (mark, start) = (self.open.len(), self.start());
        self.str_exp().unwrap_or_else(|Bad| {
            self.resync(mark, true);
            StrExp { kind: StrExpKind::Error, span: self.span_from(start) }
        })
    }

    /// A structure expression.
    pub(super) fn str_exp(&mut self) -> Parsed<StrExp> {
        self.nested(|p| {
            let start = p.start();
            let mut exp = p.str_exp_atomic()?;
            while let Some(ascription) = p.ascription()? {
                p.grow(1)?;
                let kind = StrExpKind::Ascribed(Box::new(exp), Box::new(ascription));
                exp = StrExp { kind, span: p.span_from(start) };
            }
            Ok(exp)
        })
    }

    fn str_exp_atomic(&mut self) -> Parsed<StrExp> {
        let start = self.start();
        let kind = match self.kind() {
            Kind::Struct => {
                let mark = self.begin(OpenKind::Block);
                self.bump();
                let decs = self.scope(|p| p.block(mark, Context::Structure, Kind::End))?;
                self.bump();
                self.done(mark);
                StrExpKind::Struct(decs)
            }
            Kind::Let => self.str_let()?,
            Kind::Id(_) if self.peek(1) == Kind::LParen => {
                let name = self.word("the name of a functor")?;
                StrExpKind::App(name, Box::new(self.functor_arg()?))
            }
            Kind::Id(_) | Kind::Qualifier(_) => {
                let name = self.long_strid()?;
                if matches!(self.kind(), Kind::Id(_) | Kind::Qualifier(_) | Kind::Struct) {
                    let hint = "the argument of a functor stands in parentheses: `F (A)`";
                    let missing = Missing::new("the end of the structure");
                    return Err(self.fail(missing.hint(hint)));
                }
                StrExpKind::Id(name)
            }
            Kind::Bad => {
                self.bump();
                StrExpKind::Error
            }
            _ => return Err(self.fail(Missing::new("a structure"))),
        };
        Ok(StrExp { kind, span: self.span_from(start) })
    }

    /// `let decs in e end`.
    fn str_let(&mut self) -> Parsed<StrExpKind> {
        let mark = self.begin(OpenKind::Let);
        self.bump();
        self.scope(|p| {
            let decs = p.block(mark, Context::Structure, Kind::In)?;
            p.expect(Kind::In)?;
            p.open[mark].kind = OpenKind::Body;
            let exp = p.str_exp()?;
            p.expect(Kind::End)?;
            p.done(mark);
            Ok(StrExpKind::Let(decs, Box::new(exp)))
        })
    }

    /// `(e)`, or `(decs)` for `(struct decs end)`.
    fn functor_arg(&mut self) -> Parsed<StrExp> {
        let start = self.start();
        let mark = self.begin(OpenKind::DecBracket);
        self.bump();
        let structure = matches!(
            self.kind(),
            Kind::Struct | Kind::Let | Kind::Id(_) | Kind::Qualifier(_) | Kind::Bad
        );
        if structure {
            let exp = self.str_exp()?;
            self.close(mark, Kind::RParen, "`)`")?;
            return Ok(exp);
        }
        let inside = self.tokens[self.at - 1].end as usize;
        let decs = self.nested(|p| p.scope(|p| p.block(mark, Context::Structure, Kind::RParen)))?;
        let end = self.start();
        self.close(mark, Kind::RParen, "`)`")?;
        let span = match (decs.first(), decs.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
            _ => Span::new(inside.max(start), end),
        };
        Ok(StrExp { kind: StrExpKind::Struct(decs), span })
    }

    /// A signature expression.
    pub(super) fn sig_exp(&mut self) -> Parsed<SigExp> {
        self.nested(|p| {
            let start = p.start();
            let kind = match p.kind() {
                Kind::Sig => {
                    let mark = p.begin(OpenKind::Block);
                    p.bump();
                    let specs = p.specs(mark, Kind::End)?;
                    p.bump();
                    p.done(mark);
                    SigExpKind::Sig(specs)
                }
                Kind::Id(_) => SigExpKind::Id(p.word("a signature")?),
                Kind::Bad => {
                    p.bump();
                    SigExpKind::Error
                }
                _ if p.starts_spec() => {
                    let hint = "a signature is written `sig ... end`";
                    p.fail(Missing::new("`sig`").hint(hint));
                    let mark = p.begin(OpenKind::Block);
                    let specs = p.specs(mark, Kind::End)?;
                    p.bump();
                    p.done(mark);
                    SigExpKind::Sig(specs)
                }
                Kind::Qualifier(_) => {
                    let hint =
                        "signatures cannot be part of structures, so their names have no dots";
                    return Err(p.fail(Missing::new("a signature").hint(hint)));
                }
                _ => return Err(p.fail(Missing::new("a signature"))),
            };
            let mut sig = SigExp { kind, span: p.span_from(start) };
            while p.eat(Kind::Where) {
                sig = p.where_types(start, sig)?;
            }
            Ok(sig)
        })
    }

    /// The rest of a signature behind `where`.
    fn where_types(&mut self, start: usize, sig: SigExp) -> Parsed<SigExp> {
        let mut sig = sig;
        loop {
            let kind = if matches!(self.kind(), Kind::Id(_) | Kind::Qualifier(_)) {
                let name = self.long_strid()?;
                self.expect(Kind::Equals)?;
                let other = self.long_strid()?;
                SigExpKind::WhereStructure(Box::new(sig), name, other)
            } else {
                self.expect(Kind::Type)?;
                let params = self.ty_vars()?;
                let name = self.long_tycon()?;
                self.expect(Kind::Equals)?;
                let ty = self.ty()?;
                SigExpKind::Where(Box::new(sig), params, name, ty)
            };
            self.grow(1)?;
            sig = SigExp { kind, span: self.span_from(start) };
            if self.kind() != Kind::And || self.peek(1) != Kind::Type {
                return Ok(sig);
            }
            self.bump();
        }
    }
}
