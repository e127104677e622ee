//! Reading bodies: bindings and tails.

use super::{Binder, NOTHING, Parser};
use crate::op::read_own;
use crate::{Atom, Body, Cont, Let, Tail, Var};
use base::{LocatedError, Pos};
use prim::Const;
use prim::text::{constant, int_literal, is_constant, op};
use text::{Read, Tok, unescape};
use types::{SumId, Ty, Width};

/// Words that no variable without a number is called, since they end a list of
/// operands.
const WORDS: [&str; 16] = [
    "and",
    "call",
    "case",
    "cont",
    "else",
    "entry",
    "export",
    "fun",
    "if",
    "jump",
    "raise",
    "return",
    "sethandler",
    "switch",
    "throw",
    "unreachable",
];

impl<'s> Parser<'s, '_> {
    /// `{` body `}`
    pub(super) fn braces(&mut self) -> Read<Body> {
        self.cursor.expect(Tok::OpenBrace)?;
        self.cursor.enter()?;
        self.names.enter();
        let mut lets = Vec::new();
        let tail = loop {
            if self.at_binder() {
                lets.extend(self.binding()?);
                continue;
            }
            let Tok::Name(word) = self.cursor.peek() else { break self.tail()? };
            match word {
                "fun" => lets.push(self.funs()?),
                "cont" => lets.push(self.conts()?),
                "sethandler" => {
                    self.cursor.bump();
                    lets.extend(self.k()?.map(|k| Let::SetHandler { k }));
                }
                _ => break self.tail()?,
            }
        };
        self.names.leave();
        self.cursor.leave();
        self.cursor.expect(Tok::CloseBrace)?;
        Ok(Body { lets, tail })
    }

    fn at_binder(&self) -> bool {
        let tok = self.cursor.peek();
        tok == Tok::Open || matches!(tok, Tok::Name(_)) && self.cursor.peek_next() == Tok::Colon
    }

    /// The binders are in scope only after the operation.
    fn binding(&mut self) -> Read<Option<Let>> {
        let binders: Vec<Binder<'s>> =
            if self.cursor.at(Tok::Open) { self.binders()? } else { vec![self.binder()?] };
        self.cursor.expect(Tok::Equal)?;
        if let [(text, ty)] = binders[..] {
            if self.cursor.eat_word("gethandler") {
                return Ok(Some(Let::GetHandler { k: self.bind(text, Some(ty)) }));
            }
            if self.cursor.eat_word("capture") {
                let k = self.k()?;
                let dst = self.bind(text, Some(ty));
                return Ok(k.map(|k| Let::Capture { dst, k }));
            }
        }
        let (cursor, types) = (&mut self.cursor, &mut self.types);
        let op = op(cursor, &self.reader, types, &self.declared, read_own)?;
        let args = self.atoms()?;
        let pos = self.positions.optional(&mut self.cursor);
        let dst = binders.iter().map(|(text, ty)| self.bind(text, Some(*ty))).collect();
        Ok(Some(Let::Op { dst, op, args, pos }))
    }

    /// Binds all names of the group whose first name is next, and gives them.
    fn group(&mut self) -> Read<Vec<Var>> {
        self.cursor.bump();
        let outline = self.outline;
        let names = outline.group(self.cursor.span().start);
        if names.is_empty() {
            let Tok::Name(text) = self.cursor.peek() else {
                return Err(self.cursor.unexpected("a name"));
            };
            return Ok(vec![self.bind(text, None)]);
        }
        Ok(names.iter().map(|text| self.bind(text, None)).collect())
    }

    fn funs(&mut self) -> Read<Let> {
        let names = self.group()?;
        let mut funs = Vec::with_capacity(names.len());
        for (i, name) in names.into_iter().enumerate() {
            if i > 0 {
                self.cursor.expect_word("and")?;
            }
            self.cursor.name_text("a function")?;
            let header = self.header(name)?;
            funs.push(self.fun_body(header)?);
        }
        Ok(Let::Funs(funs))
    }

    fn conts(&mut self) -> Read<Let> {
        let names = self.group()?;
        let mut heads = Vec::with_capacity(names.len());
        for (i, name) in names.into_iter().enumerate() {
            if i > 0 {
                self.cursor.expect_word("and")?;
            }
            self.cursor.name_text("a continuation")?;
            let params = self.binders()?;
            let short = self.cursor.eat_word("short");
            let packed = self.cursor.eat_word("packed");
            let pos = self.positions.optional(&mut self.cursor);
            self.set_ty(name, Ty::Cont(params.iter().map(|p| p.1).collect()));
            self.names.enter();
            let params = params.iter().map(|p| self.bind(p.0, Some(p.1))).collect();
            let body = self.braces()?;
            self.names.leave();
            heads.push(Cont { name, params, body, short, packed, pos });
        }
        Ok(Let::Conts(heads))
    }

    fn k(&mut self) -> Read<Option<Var>> {
        let (text, span) = self.cursor.name_text("a continuation")?;
        Ok(self.lookup(text, span))
    }

    fn atom(&mut self) -> Read<Atom> {
        if is_constant(self.cursor.peek()) {
            return constant(&mut self.cursor).map(Atom::Const);
        }
        let (text, span) = self.cursor.name_text("an operand")?;
        let var = self.lookup(text, span);
        Ok(var.map_or(Atom::Const(Const::i64(0)), Atom::Var))
    }

    fn atoms(&mut self) -> Read<Vec<Atom>> {
        let mut atoms = Vec::new();
        while self.at_atom() {
            atoms.push(self.atom()?);
        }
        Ok(atoms)
    }

    fn at_atom(&self) -> bool {
        let tok = self.cursor.peek();
        let is_variable = || {
            matches!(tok, Tok::Name(text) if !WORDS.contains(&text))
                && self.cursor.peek_next() != Tok::Colon
        };
        is_constant(tok) || is_variable()
    }

    fn tail(&mut self) -> Read<Tail> {
        let (word, span) = self.cursor.name_text("a binding or the end of a body")?;
        match word {
            "call" => {
                let fun = self.atom()?;
                let args = self.atoms()?;
                self.cursor.expect_word("return")?;
                let k = self.k()?;
                let pos = self.pos();
                Ok(k.map_or(NOTHING, |k| Tail::Call { fun, args, k, pos }))
            }
            "jump" => {
                let k = self.k()?;
                let args = self.atoms()?;
                Ok(k.map_or(NOTHING, |k| Tail::Jump { k, args }))
            }
            "if" => {
                let cond = self.atom()?;
                let then = Box::new(self.braces()?);
                self.cursor.expect_word("else")?;
                Ok(Tail::If { cond, then, els: Box::new(self.braces()?) })
            }
            "switch" => self.switch(),
            "case" => self.case(),
            "raise" => {
                let exn = self.atom()?;
                let again = self.cursor.eat_word("from");
                let origin = again.then(|| self.atom()).transpose()?;
                Ok(Tail::Raise { exn, origin, pos: self.pos() })
            }
            "throw" => {
                let cont = self.atom()?;
                Ok(Tail::Throw { cont, args: self.atoms()?, pos: self.pos() })
            }
            "unreachable" => Ok(Tail::Unreachable),
            _ => Err(LocatedError::new(
                span,
                "expected a binding or the end of a body",
                format!("found `{word}`"),
            )),
        }
    }

    fn pos(&mut self) -> Pos {
        self.positions.optional(&mut self.cursor)
    }

    fn switch(&mut self) -> Read<Tail> {
        let scrutinee = self.atom()?;
        let width = match &scrutinee {
            Atom::Const(Const::Int(width, _)) => *width,
            Atom::Const(_) => Width::I64,
            Atom::Var(v) => match self.names.info(*v).map(|info| self.types.get(info.ty)) {
                Some(Ty::Int(width)) => *width,
                _ => Width::I64,
            },
        };
        self.cursor.expect(Tok::OpenBrace)?;
        let mut cases = Vec::new();
        while !self.cursor.eat(Tok::Underscore) {
            let value = int_literal(&mut self.cursor, width)?;
            self.cursor.expect(Tok::FatArrow)?;
            cases.push((value, self.braces()?));
        }
        self.cursor.expect(Tok::FatArrow)?;
        let default = Box::new(self.braces()?);
        self.cursor.expect(Tok::CloseBrace)?;
        Ok(Tail::SwitchInt { scrutinee, cases, default })
    }

    fn case(&mut self) -> Read<Tail> {
        let span = self.cursor.span();
        let scrutinee = self.atom()?;
        let info = scrutinee.var().and_then(|v| self.names.info(v));
        let sum = match info.map(|info| self.types.get(info.ty)) {
            Some(Ty::Sum(sum)) => Some(*sum),
            _ => {
                let label = "this is not a value of a sum";
                self.cursor.report(LocatedError::new(span, "case on another type", label));
                None
            }
        };
        self.cursor.expect(Tok::OpenBrace)?;
        let mut cases = Vec::new();
        let mut default = None;
        while !self.cursor.eat(Tok::CloseBrace) {
            if default.is_none() && self.cursor.eat(Tok::Underscore) {
                self.cursor.expect(Tok::FatArrow)?;
                default = Some(Box::new(self.braces()?));
            } else {
                let tag = self.tag(sum)?;
                self.cursor.expect(Tok::FatArrow)?;
                cases.push((tag, self.braces()?));
            }
        }
        Ok(sum.map_or(NOTHING, |sum| Tail::SwitchSum { scrutinee, sum, cases, default }))
    }

    fn tag(&mut self, sum: Option<SumId>) -> Read<u32> {
        let (text, span) = self.cursor.name_text("a constructor")?;
        let name = unescape(text);
        let Some(sum) = sum else { return Ok(0) };
        let constructors = &self.types.sums[sum].constructors;
        let tag = constructors.iter().position(|c| *c.name == *name);
        if tag.is_none() {
            let label =
                format!("there is no constructor `{name}` in `{}`", self.types.sums[sum].name);
            self.cursor.report(LocatedError::new(span, "unknown constructor", label));
        }
        Ok(tag.unwrap_or(0) as u32)
    }
}
