//! Definitions, and where to go on after a broken one.

use super::{Bad, OUTERMOST, Parsed, Parser};
use crate::ast::{Alt, Arrow, Def, DefKind, Ident, Kind as TyKind, Place, Polytype, TypeVar};
use crate::program::{Include, Item};
use crate::token::{Kind, Sym};

impl Parser {
    /// All that stands at the top of a file.
    pub(super) fn file(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while *self.kind() != Kind::Eof {
            let start = self.at;
            (self.depth, self.height) = (0, 0);
            match self.item() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => {}
                Err(Bad) => self.recover(start),
            }
        }
        items
    }

    /// Moves to the next definition behind one that began at a token.
    fn recover(&mut self, start: usize) {
        let broken = self.tokens[start].kind.clone();
        // Behind a broken signature its definition is not looked at.
        let same = |p: &Parser| {
            matches!(broken, Kind::Lower(_))
                && *p.kind() == broken
                && *p.peek(1) != Kind::Sym(Sym::Colon)
        };
        if self.at == start {
            self.bump();
        }
        while *self.kind() != Kind::Eof && (same(self) || !self.starts_def()) {
            self.bump();
        }
    }

    /// True if a definition begins here.
    pub(super) fn starts_def(&self) -> bool {
        let word = matches!(self.kind(), Kind::Sym(Sym::Type | Sym::Include | Sym::Layout));
        self.column() == 1 && (word || matches!(self.kind(), Kind::Lower(_)))
    }

    /// The item that begins here; none if it is refused.
    fn item(&mut self) -> Parsed<Option<Item>> {
        if !self.starts_def() {
            let hint = "definitions begin in column 1, with a small letter or a reserved word";
            return Err(self.fail_hint("a definition", hint));
        }
        let start = self.place();
        if self.is(Sym::Include) {
            return self.include().map(Some);
        }
        if self.is(Sym::Layout) {
            self.refuse_layout_def();
            return Ok(None);
        }
        let (name, kind) = if self.is(Sym::Type) { self.type_def()? } else { self.value_def()? };
        let place = self.since(start);
        if !self.ended() {
            return Err(self.fail("the end of the definition"));
        }
        Ok(Some(Item::Def(Box::new(Def { name, kind, place }))))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is an error")]
    fn include(&mut self) -> Parsed<Item> {
        let start = self.bump();
        let (name, angled) = match self.kind() {
            Kind::String(bytes) => (String::from_utf8_lossy(bytes).into_owned(), false),
            Kind::Angled(name) => (name.to_string(), true),
            _ => return Err(self.fail("`\"file\"` or `<file>`")),
        };
        self.bump();
        Ok(Item::Include(Include { name, angled, place: self.since(start) }))
    }

    fn type_def(&mut self) -> Parsed<(Ident, DefKind)> {
        self.bump();
        let name = self.upper("the name of a type")?;
        let mut params = Vec::new();
        while !self.ended() && matches!(self.kind(), Kind::Lower(_)) {
            params.push(self.lower("a type variable")?);
        }
        let kind = if self.eat(Sym::Equal) {
            DefKind::Synonym(params, self.ty()?)
        } else if self.eat(Sym::MinusColon) {
            let mut types = vec![self.ty()?];
            while self.eat(Sym::Comma) {
                types.push(self.ty()?);
            }
            DefKind::AbstractType(params, types)
        } else {
            DefKind::AbstractType(params, Vec::new())
        };
        Ok((name, kind))
    }

    /// A signature, and the definition if it follows.
    fn value_def(&mut self) -> Parsed<(Ident, DefKind)> {
        let name = self.lower("a name")?;
        if !self.is(Sym::Colon) {
            return Err(self.no_signature(&name));
        }
        self.bump();
        let signature = self.polytype()?;
        if self.column() != 1 || *self.kind() != Kind::Lower(name.name.clone()) {
            return Ok((name, DefKind::AbstractFn(signature)));
        }
        // A second signature is a definition of its own, and found to be one too many later.
        if *self.peek(1) == Kind::Sym(Sym::Colon) {
            return Ok((name, DefKind::AbstractFn(signature)));
        }
        let defined = self.bump();
        let kind = if self.is(Sym::Equal) {
            self.constant(defined, signature)?
        } else if self.is(Sym::Bar) {
            DefKind::Fn(signature, self.alts(Sym::Bar)?)
        } else if self.ended() {
            return Err(self.fail("`=`, `|` or a pattern"));
        } else {
            let pat = self.irrefutable()?;
            self.expect(Sym::Equal)?;
            let body = self.expr(OUTERMOST)?;
            DefKind::Fn(signature, vec![Alt { pat, arrow: Arrow::Plain, body }])
        };
        Ok((name, kind))
    }

    fn no_signature(&mut self, name: &Ident) -> Bad {
        let title = format!("`{}` has no signature", name.name);
        let label = "a definition follows its signature directly";
        let bad = self.report(name.place, title, label);
        let hint = format!("write `{} : ...` on a line before it", name.name);
        self.hint(Some(&hint));
        bad
    }

    fn constant(&mut self, place: Place, signature: Polytype) -> Parsed<DefKind> {
        if !signature.vars.is_empty() {
            let label = "this has type variables, so that it must be a function";
            return Err(self.report(place, "a constant is not polymorphic", label));
        }
        self.bump();
        Ok(DefKind::Const(signature.ty, self.expr(OUTERMOST)?))
    }

    /// `all (a :< DS, b). type`, or a type alone.
    fn polytype(&mut self) -> Parsed<Polytype> {
        let mut vars = Vec::new();
        if self.eat(Sym::All) {
            vars = if self.is(Sym::LParen) {
                let open = self.bump();
                self.list(open, Sym::RParen, Self::type_var)?
            } else {
                vec![self.type_var()?]
            };
            self.expect(Sym::Dot)?;
        }
        Ok(Polytype { vars, ty: self.ty()? })
    }

    fn type_var(&mut self) -> Parsed<TypeVar> {
        let name = self.lower("a type variable")?;
        let mut kind = TyKind::default();
        if self.eat(Sym::ColonLess) {
            kind = self.ty_kind()?;
        } else if self.is(Sym::ColonTilde) {
            self.refuse_constraint()?;
        }
        Ok(TypeVar { name, kind })
    }

    fn ty_kind(&mut self) -> Parsed<TyKind> {
        let hint = "a kind is made of the letters D, S and E";
        let Kind::Upper(letters) = self.kind() else { return Err(self.fail_hint("a kind", hint)) };
        let mut kind = TyKind::default();
        for letter in letters.bytes() {
            match letter {
                b'D' => kind.discard = true,
                b'S' => kind.share = true,
                b'E' => kind.escape = true,
                _ => return Err(self.fail_hint("a kind", hint)),
            }
        }
        self.bump();
        Ok(kind)
    }
}
