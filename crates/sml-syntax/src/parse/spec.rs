//! Specifications, which stand in signatures.

use super::recover::Missing;
use super::{Bad, OpenKind, Parsed, Parser};
use crate::ast::{Ident, LongId, SigExp, SigExpKind, Spec, SpecKind};
use crate::lex::Kind;
use base::bug;
use diag::Diagnostic;

impl Parser<'_> {
    /// The specifications of the construct at `mark`, up to `closer`, which remains.
    /// Where `)` is missing, `:`, `:>` or `=` ends them as well.
    pub(super) fn specs(&mut self, mark: usize, closer: Kind) -> Parsed<Vec<Spec>> {
        let mut specs = Vec::new();
        loop {
            let kind = self.kind();
            if kind == closer {
                return Ok(specs);
            }
            match kind {
                Kind::Semi => {
                    self.bump();
                }
                Kind::Bad => self.unexpected(),
                Kind::Eof => return Err(self.no_spec(closer)),
                Kind::Equals | Kind::Colon | Kind::Opaque if closer == Kind::RParen => {
                    return Ok(specs);
                }
                Kind::Fun | Kind::Local | Kind::Functor | Kind::Signature
                    if self.outdented(mark) =>
                {
                    self.no_spec(closer);
                    self.done(mark);
                    return Err(Bad);
                }
                _ if self.starts_dec(kind) => self.spec_or_error(&mut specs),
                Kind::End | Kind::In | Kind::RParen if self.wanted_outside(mark) => {
                    return Err(self.no_spec(closer));
                }
                _ => {
                    self.no_spec(closer);
                    self.skip();
                }
            }
        }
    }

    /// True if a phrase begins here that looks like a specification, not a declaration.
    pub(super) fn starts_spec(&self) -> bool {
        match self.kind() {
            Kind::Eqtype | Kind::Include | Kind::Sharing => true,
            Kind::Val => self.peek(2) == Kind::Colon,
            Kind::Type => match self.peek(1) {
                Kind::TyVar(_) => self.peek(3) != Kind::Equals,
                Kind::Id(_) => self.peek(2) != Kind::Equals,
                _ => false,
            },
            _ => false,
        }
    }

    fn no_spec(&mut self, closer: Kind) -> Bad {
        let text = closer.fixed_text();
        self.fail(Missing::new(format!("a specification or `{text}`")))
    }

    /// A specification, or an `Error` in its place.
    fn spec_or_error(&mut self, specs: &mut Vec<Spec>) {
        let (mark, at, start) = (self.open.len(), self.at, self.start());
        let result = self.nested(|p| p.spec(specs));
        if let Err(Bad) = result {
            self.resync(mark, false);
            if self.at == at {
                self.bump();
                self.resync(mark, false);
            }
            specs.push(Spec { kind: SpecKind::Error, span: self.span_from(start) });
        }
    }

    fn spec(&mut self, specs: &mut Vec<Spec>) -> Parsed<()> {
        let start = self.start();
        let mark = self.begin(OpenKind::Word);
        let word = self.kind();
        let kind = match word {
            Kind::Val | Kind::Type | Kind::Eqtype | Kind::Datatype | Kind::Exception => {
                self.bump();
                self.core_spec(word)?
            }
            Kind::Structure => {
                self.bump();
                self.structure_spec()?
            }
            Kind::Sharing => {
                self.bump();
                self.sharing()?
            }
            Kind::Include => {
                self.include(start, specs)?;
                self.done(mark);
                return Ok(());
            }
            _ => return Err(self.not_in_signatures()),
        };
        self.done(mark);
        specs.push(Spec { kind, span: self.span_from(start) });
        Ok(())
    }

    /// Reports a declaration that is no specification.
    fn not_in_signatures(&mut self) -> Bad {
        let word = self.kind().fixed_text();
        let error = Diagnostic::error(format!("`{word}` cannot stand in a signature"));
        let error = match self.kind() {
            Kind::Fun => error.hint("a function is specified with its type: `val f : int -> int`"),
            Kind::Infix | Kind::Infixr | Kind::Nonfix => {
                error.hint("where the structure is used, say again what is infix")
            }
            _ => error,
        };
        self.report(error, "a specification should stand here");
        Bad
    }

    /// The rest of a specification behind `val`, `type`, `eqtype`, `datatype` or `exception`.
    fn core_spec(&mut self, word: Kind) -> Parsed<SpecKind> {
        match word {
            Kind::Val => self.val_spec(),
            Kind::Exception => self.exception_spec(),
            Kind::Datatype => {
                if let Some((name, meaning)) = self.replication()? {
                    return Ok(SpecKind::Replicate(name, meaning));
                }
                let (datas, types) = self.datas_and_types()?;
                Ok(SpecKind::Datatype(datas, types))
            }
            Kind::Type | Kind::Eqtype => self.type_spec(word == Kind::Eqtype),
            _ => bug!("{word:?} begins no specification of the core"),
        }
    }

    /// The rest of `val x : ty and ...`.
    fn val_spec(&mut self) -> Parsed<SpecKind> {
        let mut vals = Vec::new();
        loop {
            let name = self.vid("the name of a value")?;
            self.check_bindable(name);
            if self.kind() == Kind::Equals {
                let hint = "a signature gives a value's type: `val x : int`";
                return Err(self.fail(Missing::new("`:`").hint(hint)));
            }
            if self.kind() != Kind::Colon && self.names.text(name.name).ends_with(':') {
                let hint = "a colon behind a symbolic name needs a space before it";
                return Err(self.fail(Missing::new("`:`").hint(hint)));
            }
            self.expect(Kind::Colon)?;
            vals.push((name, self.ty()?));
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = vals.iter().map(|(name, _)| *name).collect();
                self.unique_names("value", &names);
                return Ok(SpecKind::Val(vals));
            }
        }
    }

    /// `'a t and ...`, each with a meaning or not.
    fn type_spec(&mut self, eq: bool) -> Parsed<SpecKind> {
        let mut types = Vec::new();
        loop {
            let params = self.ty_vars()?;
            let name = self.tycon()?;
            self.refuse_params_behind()?;
            let meaning = if !eq && self.eat(Kind::Equals) { Some(self.ty()?) } else { None };
            types.push((params, name, meaning));
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = types.iter().map(|(_, name, _)| *name).collect();
                self.unique_names("type", &names);
                return Ok(SpecKind::Type { eq, types });
            }
        }
    }

    /// `A of ty and ...`.
    fn exception_spec(&mut self) -> Parsed<SpecKind> {
        let mut exceptions = Vec::new();
        loop {
            let name = self.vid("the name of an exception")?;
            self.check_constructor(name);
            let ty = if self.eat(Kind::Of) { Some(self.ty()?) } else { None };
            exceptions.push((name, ty));
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = exceptions.iter().map(|(name, _)| *name).collect();
                self.unique_names("exception", &names);
                return Ok(SpecKind::Exception(exceptions));
            }
        }
    }

    /// `A : S and ...`.
    fn structure_spec(&mut self) -> Parsed<SpecKind> {
        let mut structures: Vec<(Ident, SigExp)> = Vec::new();
        loop {
            let name = self.word("the name of a structure")?;
            if matches!(self.kind(), Kind::Opaque | Kind::Equals) {
                let hint = "in a signature a structure is specified with `structure A : S`";
                return Err(self.fail(Missing::new("`:`").hint(hint)));
            }
            self.expect(Kind::Colon)?;
            structures.push((name, self.sig_exp()?));
            if !self.eat(Kind::And) {
                let names: Vec<Ident> = structures.iter().map(|(name, _)| *name).collect();
                self.unique_names("structure", &names);
                return Ok(SpecKind::Structure(structures));
            }
        }
    }

    /// `include S`, `include S T`: one specification for each.
    fn include(&mut self, start: usize, specs: &mut Vec<Spec>) -> Parsed<()> {
        self.bump();
        let sig = self.sig_exp()?;
        let plain = matches!(sig.kind, SigExpKind::Id(_));
        specs.push(Spec { kind: SpecKind::Include(sig), span: self.span_from(start) });
        while plain && let Kind::Id(_) = self.kind() {
            let start = self.start();
            let name = self.word("a signature")?;
            let sig = SigExp { kind: SigExpKind::Id(name), span: name.span };
            specs.push(Spec { kind: SpecKind::Include(sig), span: self.span_from(start) });
        }
        Ok(())
    }

    /// The rest of a specification behind `sharing`.
    fn sharing(&mut self) -> Parsed<SpecKind> {
        let types = self.eat(Kind::Type);
        let mut names = Vec::new();
        loop {
            names.push(self.shared(types)?);
            if names.len() > 1 && self.kind() != Kind::Equals {
                break;
            }
            self.expect(Kind::Equals)?;
        }
        Ok(if types { SpecKind::SharingType(names) } else { SpecKind::Sharing(names) })
    }

    fn shared(&mut self, types: bool) -> Parsed<LongId> {
        if types { self.long_tycon() } else { self.long_strid() }
    }
}
