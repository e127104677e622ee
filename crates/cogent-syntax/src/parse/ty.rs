//! Types.
//!
//! ```text
//! type ::= part | part -> part
//! part ::= (T arg ... | arg) (take fields | put fields)?
//! arg  ::= #? atom !?
//! atom ::= a | T | () | (type, ...) | {f : type, ...} | <A arg ... | ...>
//! ```

use super::{Parsed, Parser};
use crate::ast::{Ident, Place, Type, TypeKind};
use crate::token::{Kind, Sym};

impl Parser {
    /// A type.
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested(|p| {
            let start = p.place();
            let from = p.ty_part()?;
            if !p.eat(Sym::Arrow) {
                return Ok(from);
            }
            let to = p.ty_part()?;
            if p.is(Sym::Arrow) {
                let hint = "a function that returns a function is written `a -> (b -> c)`";
                return Err(p.fail_hint("the end of the type", hint));
            }
            let kind = TypeKind::Fn(Box::new(from), Box::new(to));
            Ok(Type { kind, place: p.since(start) })
        })
    }

    fn ty_part(&mut self) -> Parsed<Type> {
        let start = self.place();
        // A type in parentheses is complete: `(T a) b` does not give `T` two arguments.
        let bare = matches!(self.kind(), Kind::Upper(_));
        let mut ty = self.ty_arg()?;
        if let TypeKind::Con(_, args) = &mut ty.kind
            && bare
        {
            while self.starts_ty_arg() {
                args.push(self.ty_arg()?);
            }
            ty.place = self.since(start);
        }
        let form = if self.is(Sym::Take) { TypeKind::Take } else { TypeKind::Put };
        if self.ended() || !self.eat(Sym::Take) && !self.eat(Sym::Put) {
            return self.refused_suffix(ty);
        }
        let kind = form(Box::new(ty), self.taken()?);
        if self.is(Sym::Take) || self.is(Sym::Put) {
            let hint = "put the type in parentheses before it is taken from again";
            return Err(self.fail_hint("the end of the type", hint));
        }
        self.refused_suffix(Type { kind, place: self.since(start) })
    }

    /// A type, or an error if something about layouts or arrays follows it.
    fn refused_suffix(&mut self, ty: Type) -> Parsed<Type> {
        let (start, at) = (ty.place, self.at);
        while !self.ended() {
            if self.is(Sym::Layout) {
                self.refuse_layout();
            } else if self.is(Sym::AtSign) {
                self.refuse_array_take()?;
            } else {
                break;
            }
        }
        if self.at == at {
            return Ok(ty);
        }
        Ok(Type { kind: TypeKind::Error, place: self.since(start) })
    }

    /// The names behind `take` or `put`: `f`, `(f, g)`, or `(..)`, for which there is no list.
    fn taken(&mut self) -> Parsed<Option<Vec<Ident>>> {
        if !self.is(Sym::LParen) {
            return Ok(Some(vec![self.field_or_tag()?]));
        }
        let open = self.bump();
        if self.eat(Sym::DotDot) {
            self.close(open, Sym::RParen, "`)`")?;
            return Ok(None);
        }
        if self.eat(Sym::RParen) {
            return Ok(Some(Vec::new()));
        }
        Ok(Some(self.list(open, Sym::RParen, Self::field_or_tag)?))
    }

    fn field_or_tag(&mut self) -> Parsed<Ident> {
        if matches!(self.kind(), Kind::Upper(_)) {
            return self.upper("the name of a tag");
        }
        self.lower("the name of a field or a tag")
    }

    fn starts_ty_arg(&self) -> bool {
        let starts = match self.kind() {
            Kind::Lower(_) | Kind::Upper(_) => true,
            Kind::Sym(sym) => {
                matches!(sym, Sym::Hash | Sym::LParen | Sym::LBrace | Sym::Less | Sym::Rec)
            }
            Kind::Int(_) | Kind::Char(_) | Kind::String(_) | Kind::Angled(_) => false,
            Kind::Bad | Kind::Eof => false,
        };
        starts && !self.ended()
    }

    /// An argument of a type or a tag.
    fn ty_arg(&mut self) -> Parsed<Type> {
        if !self.starts_ty_arg() {
            return Err(self.fail("a type"));
        }
        let start = self.place();
        let unboxed = self.eat(Sym::Hash);
        let mut ty = self.ty_atom()?;
        if self.is(Sym::Hash) && *self.peek(1) == Kind::Sym(Sym::LBracket) {
            self.bump();
        }
        if self.is(Sym::LBracket) {
            self.refuse_array_type()?;
            ty = Type { kind: TypeKind::Error, place: self.since(start) };
        }
        if unboxed {
            ty = Type { kind: TypeKind::Unbox(Box::new(ty)), place: self.since(start) };
        }
        if self.is(Sym::Bang) && !self.ended() {
            self.bump();
            ty = Type { kind: TypeKind::Bang(Box::new(ty)), place: self.since(start) };
        }
        Ok(ty)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is an error")]
    fn ty_atom(&mut self) -> Parsed<Type> {
        let start = self.place();
        let kind = match self.kind() {
            Kind::Lower(name) => {
                let name = name.clone();
                self.bump();
                TypeKind::Var(name)
            }
            Kind::Upper(_) => TypeKind::Con(self.upper("a type")?, Vec::new()),
            Kind::Sym(Sym::LParen) => {
                self.bump();
                if self.eat(Sym::RParen) {
                    TypeKind::Tuple(Vec::new())
                } else {
                    let mut items = self.list(start, Sym::RParen, Self::ty)?;
                    match items.len() {
                        1 => items.remove(0).kind,
                        _ => TypeKind::Tuple(items),
                    }
                }
            }
            Kind::Sym(Sym::Rec) => {
                self.refuse_rec()?;
                self.record_ty()?
            }
            Kind::Sym(Sym::LBrace) => self.record_ty()?,
            Kind::Sym(Sym::Less) => self.variant_ty()?,
            _ => return Err(self.fail("a type")),
        };
        Ok(Type { kind, place: self.since(start) })
    }

    fn record_ty(&mut self) -> Parsed<TypeKind> {
        let open = self.expect(Sym::LBrace)?;
        let fields = self.list(open, Sym::RBrace, |p| {
            let name = p.lower("the name of a field")?;
            p.expect(Sym::Colon)?;
            Ok((name, p.ty()?))
        })?;
        Ok(TypeKind::Record(fields))
    }

    fn variant_ty(&mut self) -> Parsed<TypeKind> {
        let open = self.bump();
        let mut tags = Vec::new();
        let mut more = !self.is(Sym::Greater) && !self.is(Sym::ShiftRight);
        while more {
            let name = self.upper("the name of a tag")?;
            let mut args = Vec::new();
            while self.starts_ty_arg() {
                args.push(self.ty_arg()?);
            }
            tags.push((name, args));
            more = self.eat(Sym::Bar);
        }
        self.close_variant(open)?;
        Ok(TypeKind::Variant(tags))
    }

    /// Moves over the `>` that closes a variant; of a `>>` the second half stays.
    fn close_variant(&mut self, open: Place) -> Parsed<()> {
        if self.is(Sym::ShiftRight) {
            self.tokens[self.at].kind = Kind::Sym(Sym::Greater);
            return Ok(());
        }
        self.close(open, Sym::Greater, "`|` or `>`")
    }
}
