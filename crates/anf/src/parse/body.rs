//! Bodies: bindings and tails.

use super::mistakes::{Binder, Node};
use super::{Parser, is_word};
use crate::op::read_own;
use crate::{Atom, Block, Body, Case, Fun, Let, Tail, Var};
use base::{LocatedError, Span};
use prim::Const;
use prim::text::{constant, int_literal, is_constant, op};
use rustc_hash::FxHashSet;
use text::{Read, Tok, unescape};
use types::{SumId, Ty, TyId, Width};

impl<'s> Parser<'s, '_> {
    /// `{ body }`, in a scope of its own.
    pub(super) fn braces(&mut self) -> Read<Body> {
        self.cursor.expect(Tok::OpenBrace)?;
        self.cursor.enter()?;
        self.names.enter();
        let mut lets = Vec::new();
        // True if the last binding could not be read: it might have been the tail.
        let mut broken = false;
        let tail = loop {
            let node = self.spans.nodes.len();
            self.spans.nodes.push(self.cursor.span());
            let is_tail = self.begins_tail();
            if broken && is_tail && self.cursor.at(Tok::CloseBrace) {
                break Tail::Unreachable;
            }
            let read = if is_tail {
                self.recover(|parser| parser.tail(node).map(Node::Tail))?
            } else {
                self.recover(|parser| parser.binding_of(node).map(Node::Let))?
            };
            broken = read.is_none();
            match read {
                Some(Node::Let(binding)) => lets.push(binding),
                Some(Node::Tail(tail)) => break tail,
                None => {}
            }
        };
        self.names.leave();
        self.cursor.leave();
        self.after_tail(&tail)?;
        self.cursor.expect(Tok::CloseBrace)?;
        Ok(Body { lets, tail })
    }

    /// True if what comes is no binding.
    fn begins_tail(&mut self) -> bool {
        match self.cursor.word() {
            Some("fun" | "join" | "cont") => false,
            Some("return") => self.cursor.peek_next() != Tok::Colon,
            Some(text) => is_word(text) && self.cursor.peek_next() != Tok::Colon,
            None => !self.cursor.at(Tok::Open),
        }
    }

    fn binding_of(&mut self, node: usize) -> Read<Let> {
        let next = self.cursor.peek_next();
        match self.cursor.word() {
            Some("fun") if next != Tok::Colon => self.funs(node),
            Some("join") if next != Tok::Colon => self.join(node),
            Some("cont") if next != Tok::Colon => self.cont(node),
            Some(_) | None => self.binding(node),
        }
    }

    /// The node is what has been read since it was begun.
    fn ends(&mut self, node: usize) {
        self.spans.nodes[node] = self.cursor.since(self.spans.nodes[node]);
    }

    fn funs(&mut self, node: usize) -> Read<Let> {
        self.cursor.bump();
        let at = self.cursor.span();
        let (first, _) = self.binder_name()?;
        self.ends(node);
        let outline = self.outline;
        let group = outline.group(at.start);
        let unknown = self.types.i64();
        // All names of the group are in scope in all bodies.
        let alone = [first];
        let names = if group.is_empty() { &alone[..] } else { group };
        let mut seen = FxHashSet::default();
        let vars: Vec<Var> = names
            .iter()
            .map(|text| {
                if !seen.insert(*text) {
                    self.report(
                        at,
                        "function declared twice",
                        format!("`{text}` is twice in this group"),
                    );
                }
                self.bind(text, at, unknown)
            })
            .collect();
        let mut funs: Vec<Fun> = Vec::with_capacity(vars.len());
        for (i, var) in vars.into_iter().enumerate() {
            if i > 0 {
                self.cursor.expect_word("and")?;
                self.spans.vars[var] = self.cursor.span();
                self.binder_name()?;
            }
            let header = self.header(var)?;
            funs.push(self.fun_body(header)?);
        }
        Ok(Let::Funs(funs))
    }

    fn join(&mut self, node: usize) -> Read<Let> {
        self.cursor.bump();
        let (text, span) = self.binder_name()?;
        self.ends(node);
        let unknown = self.types.i64();
        let name = self.bind(text, span, unknown);
        Ok(Let::Join(self.block(name)?))
    }

    fn cont(&mut self, node: usize) -> Read<Let> {
        self.cursor.bump();
        let (text, span) = self.binder_name()?;
        self.ends(node);
        let unknown = self.types.i64();
        let name = self.fresh(text, span, unknown);
        let block = self.block(name)?;
        self.names.introduce(text, name);
        Ok(Let::Cont(block))
    }

    /// Reads the rest of a join point or continuation, after its name.
    fn block(&mut self, name: Var) -> Read<Block> {
        let params = self.params()?;
        let pos = self.positions.optional(&mut self.cursor);
        let types: Vec<TyId> = params.iter().map(|(_, ty, _)| *ty).collect();
        let ty = self.types.intern(Ty::Cont(types));
        self.set_type(name, ty);
        self.names.enter();
        let params = self.bind_all(&params);
        let body = self.braces()?;
        self.names.leave();
        Ok(Block { name, params, body, pos })
    }

    /// `binders = rhs [pos]`
    fn binding(&mut self, node: usize) -> Read<Let> {
        self.extra_word();
        let binders = if self.cursor.at(Tok::Open) {
            self.params()?
        } else {
            vec![self.binder(Binder::Alone)?]
        };
        self.cursor.expect(Tok::Equal)?;
        let dst: Vec<Var> =
            binders.iter().map(|(text, ty, span)| self.fresh(text, *span, *ty)).collect();
        let binding = match self.cursor.word() {
            Some("call") => {
                self.cursor.bump();
                let fun = self.atom("a function")?;
                let args = self.atoms()?;
                Let::Call { dst, fun, args, pos: self.positions.optional(&mut self.cursor) }
            }
            Some("callcc") => {
                self.cursor.bump();
                let fun = self.atom("a function")?;
                Let::Callcc { dst, fun, pos: self.positions.optional(&mut self.cursor) }
            }
            Some("handle") => {
                self.cursor.bump();
                self.ends(node);
                self.handle(dst)?
            }
            Some(_) | None => {
                let op = match self.no_operation() {
                    Some(op) => op,
                    None => {
                        let (cursor, types) = (&mut self.cursor, &mut self.types);
                        op(cursor, &self.reader, types, &self.declared, read_own)?
                    }
                };
                let args = self.atoms()?;
                Let::Op { dst, op, args, pos: self.positions.optional(&mut self.cursor) }
            }
        };
        let dst: &[Var] = match &binding {
            Let::Op { dst, .. } | Let::Call { dst, .. } | Let::Callcc { dst, .. } => {
                self.ends(node);
                dst
            }
            Let::Handle { dst, .. } => dst,
            Let::Funs(_) | Let::Join(_) | Let::Cont(_) => &[],
        };
        for ((text, _, _), var) in binders.iter().zip(dst) {
            self.names.introduce(text, *var);
        }
        Ok(binding)
    }

    /// Reads the rest of a `handle`, after the word.
    fn handle(&mut self, dst: Vec<Var>) -> Read<Let> {
        let body = self.braces()?;
        self.cursor.expect_word("with")?;
        let (text, span) = self.binder_name()?;
        let ty = self.types.intern(Ty::Exn);
        self.names.enter();
        let exn = self.bind(text, span, ty);
        let mut origin = None;
        if self.cursor.eat(Tok::Comma) {
            let (text, span) = self.binder_name()?;
            let ty = self.types.intern(Ty::Origin);
            origin = Some(self.bind(text, span, ty));
        }
        let handler = self.braces()?;
        self.names.leave();
        let pos = self.positions.optional(&mut self.cursor);
        Ok(Let::Handle { dst, body, exn, origin, handler, pos })
    }

    /// An operand, if there is one: a name before `:` begins the next binding.
    fn operand(&mut self) -> Read<Option<Atom>> {
        let span = self.cursor.span();
        if is_constant(self.cursor.peek()) {
            return Ok(Some(Atom::Const(constant(&mut self.cursor)?)));
        }
        match self.cursor.word() {
            Some(text) if !is_word(text) && !self.begins_binding(text) => {
                self.cursor.bump();
                Ok(Some(Atom::Var(self.lookup(text, span))))
            }
            None if self.is_nested() => self.nested_operand().map(Some),
            Some(_) | None => Ok(None),
        }
    }

    fn atom(&mut self, what: &str) -> Read<Atom> {
        match self.operand()? {
            Some(atom) => Ok(atom),
            None => Err(self.cursor.unexpected(what)),
        }
    }

    fn atoms(&mut self) -> Read<Vec<Atom>> {
        let mut atoms = Vec::new();
        while let Some(atom) = self.operand()? {
            atoms.push(atom);
        }
        Ok(atoms)
    }

    fn tail(&mut self, node: usize) -> Read<Tail> {
        let Tok::Name(word) = self.cursor.peek() else { return Err(self.no_tail()) };
        let word = self.returns(word);
        if matches!(word, "if" | "switch" | "case") {
            self.cursor.bump();
            let scrutinee = self.atom("an operand")?;
            self.ends(node);
            return match word {
                "if" => self.if_tail(scrutinee),
                "switch" => self.switch(scrutinee),
                _ => self.case(scrutinee, self.spans.nodes[node]),
            };
        }
        if !matches!(word, "ret" | "tailcall" | "jump" | "raise" | "throw" | "unreachable") {
            return Err(self.no_tail());
        }
        self.cursor.bump();
        let tail = match word {
            "ret" => Tail::Ret(self.atoms()?),
            "tailcall" => {
                let fun = self.atom("a function")?;
                let args = self.atoms()?;
                Tail::TailCall { fun, args, pos: self.positions.optional(&mut self.cursor) }
            }
            "jump" => {
                let (text, span) = self.cursor.name_text("a join point")?;
                Tail::Jump { join: self.lookup(text, span), args: self.atoms()? }
            }
            "raise" => {
                let exn = self.atom("an exception")?;
                let again = self.cursor.eat_word("from");
                let origin = again.then(|| self.atom("an origin")).transpose()?;
                Tail::Raise { exn, origin, pos: self.positions.optional(&mut self.cursor) }
            }
            "throw" => {
                let cont = self.atom("a continuation")?;
                let args = self.atoms()?;
                Tail::Throw { cont, args, pos: self.positions.optional(&mut self.cursor) }
            }
            _ => Tail::Unreachable,
        };
        self.ends(node);
        Ok(tail)
    }

    fn if_tail(&mut self, cond: Atom) -> Read<Tail> {
        let then = Box::new(self.braces()?);
        self.cursor.expect_word("else")?;
        Ok(Tail::If { cond, then, els: Box::new(self.braces()?) })
    }

    fn switch(&mut self, scrutinee: Atom) -> Read<Tail> {
        let width = match self.ty_of(&scrutinee) {
            Some(Ty::Int(width)) => width,
            _ => Width::I64,
        };
        self.cursor.expect(Tok::OpenBrace)?;
        let mut cases = Vec::new();
        while !self.cursor.at(Tok::Underscore) {
            let value = int_literal(&mut self.cursor, width)?;
            self.cursor.expect(Tok::FatArrow)?;
            cases.push((value, self.braces()?));
        }
        self.cursor.bump();
        self.cursor.expect(Tok::FatArrow)?;
        let default = Box::new(self.braces()?);
        self.cursor.expect(Tok::CloseBrace)?;
        Ok(Tail::SwitchInt { scrutinee, cases, default })
    }

    fn case(&mut self, scrutinee: Atom, span: Span) -> Read<Tail> {
        let Some(Ty::Sum(sum)) = self.ty_of(&scrutinee) else {
            if self.is_unsure(&scrutinee) {
                self.cursor.skip_to_close();
                return Ok(Tail::Unreachable);
            }
            return Err(LocatedError::new(
                span,
                "not a sum",
                "`case` wants a value of a sum".to_owned(),
            ));
        };
        self.cursor.expect(Tok::OpenBrace)?;
        let mut cases = Vec::new();
        let mut default = None;
        while !self.cursor.eat(Tok::CloseBrace) {
            if self.cursor.eat(Tok::Underscore) {
                self.cursor.expect(Tok::FatArrow)?;
                default = Some(Box::new(self.braces()?));
                self.cursor.expect(Tok::CloseBrace)?;
                break;
            }
            cases.push(self.one_case(sum)?);
        }
        Ok(Tail::SwitchSum { scrutinee, sum, cases, default })
    }

    /// `name(var, ...) => { body }`
    fn one_case(&mut self, sum: SumId) -> Read<Case> {
        let (text, span) = self.cursor.name_text("a constructor or `}`")?;
        let name = unescape(text);
        let constructors = &self.types.sums[sum].constructors;
        let found = constructors.iter().position(|c| *c.name == *name);
        let types = found.map_or(Vec::new(), |tag| constructors[tag].fields.clone());
        let mut fields = Vec::new();
        if self.cursor.eat(Tok::Open) {
            loop {
                fields.push(self.binder_name()?);
                if self.cursor.eat(Tok::Close) {
                    break;
                }
                if !self.cursor.eat(Tok::Comma) {
                    return Err(self.cursor.unexpected("`,` or `)`"));
                }
            }
        }
        if found.is_none() {
            let label =
                format!("there is no constructor `{name}` in `{}`", self.types.sums[sum].name);
            self.report(span, "unknown constructor", label);
        } else if types.len() != fields.len() {
            let label = format!("`{name}` has {} fields, not {}", types.len(), fields.len());
            self.report(self.cursor.since(span), "wrong number of fields", label);
        }
        self.cursor.expect(Tok::FatArrow)?;
        self.names.enter();
        let unknown = self.types.i64();
        let types = types.into_iter().chain(std::iter::repeat(unknown));
        let binders: Vec<_> =
            fields.iter().zip(types).map(|((text, span), ty)| (*text, ty, *span)).collect();
        let fields = self.bind_all(&binders);
        let body = self.braces()?;
        self.names.leave();
        Ok(Case { tag: found.unwrap_or(0) as u32, fields, body })
    }

    /// The type of an operand; only integers matter among constants.
    fn ty_of(&self, atom: &Atom) -> Option<Ty> {
        match atom {
            Atom::Var(var) => self.names.info(*var).map(|info| self.types.get(info.ty).clone()),
            Atom::Const(Const::Int(width, _)) => Some(Ty::Int(*width)),
            Atom::Const(_) => None,
        }
    }
}
