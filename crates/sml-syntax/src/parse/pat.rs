//! Patterns.

use super::recover::Missing;
use super::{OpenKind, Parsed, Parser};
use crate::ast::{Fixity, Ident, Pat, PatKind, Ty};
use crate::lex::Kind;
use diag::Diagnostic;

impl Parser<'_> {
    /// A pattern.
    pub(super) fn pat(&mut self) -> Parsed<Pat> {
        self.nested(|p| {
            let (first, start) = (p.at, p.start());
            let pat = p.beside(Self::pat_applied)?;
            let mut pat = match p.pat_operator() {
                None => pat,
                Some(_) => p.chain(pat, Self::pat_operator, |p| p.beside(Self::pat_applied))?,
            };
            while p.eat(Kind::Colon) {
                let ty = p.ty()?;
                p.grow(1)?;
                pat = Pat { kind: PatKind::Typed(Box::new(pat), ty), span: p.span_from(start) };
            }
            if p.kind() == Kind::As { p.layered(first, start, pat) } else { Ok(pat) }
        })
    }

    /// `x as p`, `x : ty as p`, of which the left side has been read.
    fn layered(&mut self, first: usize, start: usize, left: Pat) -> Parsed<Pat> {
        let parenthesised = self.tokens[first].kind == Kind::LParen;
        let variable = if parenthesised { None } else { variable(&left) };
        if variable.is_none() {
            let title = "only a variable can stand before `as`";
            self.report_at(left.span, title, "this is not a variable");
        }
        self.bump();
        let right = self.pat()?;
        self.grow(1)?;
        let kind = match variable {
            Some((variable, ty)) => PatKind::As(variable, ty, Box::new(right)),
            None => PatKind::Error,
        };
        Ok(Pat { kind, span: self.span_from(start) })
    }

    /// The current token as an infix constructor; `=` ends a pattern.
    pub(super) fn pat_operator(&self) -> Option<Fixity> {
        if self.kind() == Kind::Equals { None } else { self.infix() }
    }

    /// `C p`.
    fn pat_applied(&mut self) -> Parsed<Pat> {
        let (first, start) = (self.at, self.start());
        let head = self.pat_atomic()?;
        if !self.starts_atomic_pat() {
            return Ok(head);
        }
        let token = self.tokens[first];
        let PatKind::Id(name) = head.kind else { return Err(self.not_applicable(first)) };
        if token.kind == Kind::LParen {
            return Err(self.not_applicable(first));
        }
        let arg = self.pat_atomic()?;
        self.grow(1)?;
        if self.starts_atomic_pat() {
            return Err(self.second_argument(name.id));
        }
        Ok(Pat { kind: PatKind::Con(name, Box::new(arg)), span: self.span_from(start) })
    }

    /// A constructor takes one argument, but two stand here.
    fn second_argument(&mut self, name: Ident) -> super::Bad {
        let text = self.names.text(name.name).clone();
        let word = self.open.last().map(|open| self.tokens[open.token].kind);
        let hint = match word {
            Some(Kind::Val) => format!("a function is declared with `fun {text} ...`"),
            _ => format!("a constructor takes one argument, which may be a tuple: `{text} (a, b)`"),
        };
        let error = Diagnostic::error(format!("`{text}` is applied to more than one pattern"));
        self.report(error.hint(hint), "the second argument");
        super::Bad
    }

    /// Reports an argument behind a pattern that is no constructor's name.
    fn not_applicable(&mut self, first: usize) -> super::Bad {
        let token = self.tokens[first];
        let adjacent = token.end == self.tokens[first + 1].start;
        let mut error = Diagnostic::error("only a constructor can be applied in a pattern");
        if token.kind == Kind::Wild && adjacent && matches!(self.kind(), Kind::Id(_)) {
            error = error.hint("names cannot begin with an underscore; `_` alone is a pattern");
        }
        self.report(error, "what stands before this is not a constructor");
        super::Bad
    }

    /// True if an atomic pattern begins here.
    pub(super) fn starts_atomic_pat(&self) -> bool {
        match self.kind() {
            Kind::Id(_) | Kind::Symbol(_) => self.infix().is_none(),
            Kind::Wild | Kind::Lit(_) | Kind::Qualifier(_) | Kind::Op | Kind::Bad => true,
            Kind::LParen | Kind::LBracket | Kind::LBrace | Kind::HashBracket => true,
            _ => false,
        }
    }

    /// An atomic pattern.
    pub(super) fn pat_atomic(&mut self) -> Parsed<Pat> {
        let start = self.start();
        let kind = match self.kind() {
            Kind::Wild => {
                self.bump();
                PatKind::Wild
            }
            Kind::Lit(index) => {
                self.bump();
                PatKind::Lit(self.take_lit(index))
            }
            Kind::Id(_) | Kind::Symbol(_) if self.infix().is_some() => {
                let name = String::from_utf8_lossy(self.token_text()).into_owned();
                let title = format!("the infix identifier `{name}` lacks its left operand");
                let hint = format!("where it is meant as a name it is written `op {name}`");
                self.report(Diagnostic::error(title).hint(hint), "nothing stands before it");
                return Err(super::Bad);
            }
            Kind::Id(_) | Kind::Symbol(_) | Kind::Qualifier(_) => {
                PatKind::Id(self.long_vid("a name")?)
            }
            Kind::Op => {
                self.bump();
                let name = self.long_vid("a name behind `op`")?;
                if name.id.name == self.known.equals {
                    self.check_bindable(name.id);
                }
                PatKind::Id(name)
            }
            Kind::LBrace => self.record_pat()?,
            Kind::LParen => return self.pat_parenthesised(),
            Kind::LBracket => PatKind::List(self.bracketed(Self::pat)?),
            Kind::HashBracket => PatKind::Vector(self.bracketed(Self::pat)?),
            Kind::Bad => {
                self.bump();
                PatKind::Error
            }
            Kind::TyVar(_) if self.token_text().len() == 3 && self.token_text()[2] == b'\'' => {
                let hint = format!("a character is written #\"{}\"", self.token_text()[1] as char);
                return Err(self.fail(Missing::new("a pattern").hint(hint)));
            }
            _ => return Err(self.fail(Missing::new("a pattern"))),
        };
        Ok(Pat { kind, span: self.span_from(start) })
    }

    /// `()`, `(p)`, `(p, q)`, `(p | q)`.
    fn pat_parenthesised(&mut self) -> Parsed<Pat> {
        let start = self.start();
        let mark = self.begin(OpenKind::Bracket);
        self.bump();
        let mut pats = Vec::new();
        let mut separator = Kind::Comma;
        if self.kind() != Kind::RParen {
            pats.push(self.pat()?);
            if self.kind() == Kind::Bar {
                separator = Kind::Bar;
            }
            while self.kind() == separator {
                if separator == Kind::Comma && self.peek(1) == Kind::RParen {
                    self.superfluous();
                    break;
                }
                self.bump();
                pats.push(self.pat()?);
            }
        }
        let expected = if separator == Kind::Bar { "`|` or `)`" } else { "`,` or `)`" };
        if matches!(self.kind(), Kind::Bar | Kind::Comma) {
            let hint = "alternatives stand in parentheses of their own: `((p | q), r)`";
            return Err(self.fail(Missing::new(expected).hint(hint)));
        }
        self.close(mark, Kind::RParen, expected)?;
        let span = self.span_from(start);
        let kind = match (separator, pats.len()) {
            (_, 1) => pats.pop().map_or(PatKind::Error, |pat| pat.kind),
            (Kind::Bar, _) => PatKind::Or(pats),
            _ => PatKind::Tuple(pats),
        };
        Ok(Pat { kind, span })
    }
}

/// `x` or `x : ty`, as `as` wants it.
fn variable(pat: &Pat) -> Option<(Ident, Option<Ty>)> {
    let (inner, ty) = match &pat.kind {
        PatKind::Typed(inner, ty) => (&inner.kind, Some(ty)),
        kind => (kind, None),
    };
    let PatKind::Id(name) = inner else { return None };
    name.path.is_empty().then(|| (name.id, ty.cloned()))
}
