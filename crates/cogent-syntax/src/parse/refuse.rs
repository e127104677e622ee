//! Features that are read but not supported: each gets a message that names it.

use super::{Parsed, Parser};
use crate::ast::{ExprKind, Place};
use crate::token::{Kind, Sym};

const LAYOUTS: &str = "Dargent layouts are not supported";
const ARRAYS: &str = "arrays are not supported";
const LABEL: &str = "this is of Cogent's language, but Kont does not compile it";

impl Parser {
    /// `rec t` before a record.
    pub(super) fn refuse_rec(&mut self) -> Parsed<()> {
        let start = self.bump();
        let name = self.lower("the name of a recursive type")?;
        self.report(start.to(name.place), "recursive types are not supported", LABEL);
        Ok(())
    }

    /// `:~ type` in a signature.
    pub(super) fn refuse_constraint(&mut self) -> Parsed<()> {
        let start = self.bump();
        let ty = self.ty()?;
        let title = "layout constraints (`:~`) are not supported";
        self.report(start.to(ty.place), title, LABEL);
        Ok(())
    }

    /// `layout ...` behind a type.
    pub(super) fn refuse_layout(&mut self) {
        let start = self.bump();
        while !self.ended() && self.layout_part() {}
        self.report(self.since(start), LAYOUTS, LABEL);
    }

    /// `layout L a = ...`: a definition.
    pub(super) fn refuse_layout_def(&mut self) {
        let start = self.bump();
        while !self.ended() {
            self.bump();
        }
        self.report(self.since(start), LAYOUTS, LABEL);
    }

    /// `{{ ... }}` behind a function.
    pub(super) fn refuse_layout_arguments(&mut self) {
        let start = self.place();
        self.layout_part();
        self.report(self.since(start), LAYOUTS, LABEL);
    }

    /// Moves over a word of a layout, or over brackets with all that they contain.
    fn layout_part(&mut self) -> bool {
        let word = match self.kind() {
            Kind::Lower(_) | Kind::Upper(_) | Kind::Int(_) => true,
            Kind::Sym(sym) => matches!(
                sym,
                Sym::Record
                    | Sym::Variant
                    | Sym::Pointer
                    | Sym::At
                    | Sym::After
                    | Sym::Using
                    | Sym::LittleEndian
                    | Sym::BigEndian
                    | Sym::Plus
            ),
            Kind::Char(_) | Kind::String(_) | Kind::Angled(_) | Kind::Bad | Kind::Eof => false,
        };
        let mut depth = 0usize;
        let start = self.at;
        loop {
            if matches!(self.kind(), Kind::Sym(Sym::LParen | Sym::LBrace | Sym::LBracket)) {
                depth += 1;
            } else if *self.kind() == Kind::Eof || depth == 0 && !word {
                break;
            } else if matches!(self.kind(), Kind::Sym(Sym::RParen | Sym::RBrace | Sym::RBracket)) {
                depth -= 1;
            }
            self.bump();
            if depth == 0 {
                break;
            }
        }
        self.at > start
    }

    /// Something about arrays that has been read.
    pub(super) fn refuse_arrays(&mut self, place: Place) {
        self.report(place, ARRAYS, LABEL);
    }

    /// `[length]` behind a type.
    pub(super) fn refuse_array_type(&mut self) -> Parsed<()> {
        let open = self.bump();
        self.whole_expr()?;
        self.close(open, Sym::RBracket, "`]`")?;
        self.refuse_arrays(self.since(open));
        Ok(())
    }

    /// `@take (i, j)` or `@put (i, j)` behind a type.
    pub(super) fn refuse_array_take(&mut self) -> Parsed<()> {
        let start = self.bump();
        if !self.eat(Sym::Take) && !self.eat(Sym::Put) {
            return Err(self.fail("`take` or `put`"));
        }
        let open = self.expect(Sym::LParen)?;
        self.list(open, Sym::RParen, Self::whole_expr)?;
        self.refuse_arrays(self.since(start));
        Ok(())
    }

    /// `[a, b]`.
    pub(super) fn refuse_array_list(
        &mut self,
        item: impl Fn(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        let open = self.bump();
        self.list(open, Sym::RBracket, item)?;
        self.refuse_arrays(self.since(open));
        Ok(())
    }

    /// `@{ @i = item, ... }`.
    pub(super) fn refuse_array_fields(
        &mut self,
        item: impl Fn(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        let start = self.expect(Sym::AtSign)?;
        let open = self.expect(Sym::LBrace)?;
        self.list(open, Sym::RBrace, |p| {
            p.expect(Sym::AtSign)?;
            p.whole_expr()?;
            p.expect(Sym::Equal)?;
            item(p)
        })?;
        self.refuse_arrays(self.since(start));
        Ok(())
    }

    /// `\x y => e`, whose backslash is some token, at `y`: it is `map2` of arrays, or wrong.
    pub(super) fn second_argument(&mut self, backslash: usize, margin: u32) -> Parsed<ExprKind> {
        let of_map = backslash >= 2
            && matches!(&self.tokens[backslash - 2].kind, Kind::Lower(name) if &**name == "map2");
        if !of_map {
            let hint = "a function has one argument, which may be a tuple: `\\(x, y) => ...`";
            return Err(self.fail_hint("`:` or `=>`", hint));
        }
        let start = self.tokens[backslash].place;
        self.irrefutable()?;
        self.expect(Sym::LikelyArrow)?;
        self.expr(margin)?;
        self.refuse_arrays(self.since(start));
        Ok(ExprKind::Error)
    }
}
