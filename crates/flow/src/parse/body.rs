//! Bodies: bindings and ends.

use super::Reader;
use crate::{Atom, Body, Kind, Let, Local, LocalFun, Tail, Target, Var, kinds};
use base::{EntityId, LocatedError, Span};
use prim::text::{constant, int_literal, is_constant};
use text::{Read, Tok};
use types::Width;

/// A body that is being read, and what it is a part of.
struct Open {
    lets: Vec<Let>,
    part: Part,
}

/// The construct that a body is a part of.
enum Part {
    Cluster,
    Fun { group: Vec<LocalFun>, names: Vec<Local>, params: Vec<Var> },
    Then { cond: Atom },
    Else { cond: Atom, then: Box<Body> },
    Case { switch: Switch, value: u64 },
    Default { switch: Switch },
}

struct Switch {
    scrutinee: Atom,
    cases: Vec<(u64, Body)>,
}

/// Words that no variable can be called, since they begin or continue something.
const WORDS: &[&str] = &[
    "fun",
    "and",
    "jump",
    "if",
    "else",
    "switch",
    "apply",
    "throw",
    "reinstate",
    "raise",
    "unreachable",
    "clos",
    "return",
];

impl<'s> Reader<'s> {
    /// Reads `{ ... }`.
    pub(super) fn body(&mut self) -> Read<Body> {
        let mut open = Vec::new();
        self.open(&mut open, Part::Cluster)?;
        loop {
            if let Some(binding) = self.op_let()? {
                if let Some(body) = open.last_mut() {
                    body.lets.push(binding);
                }
            } else if self.cursor.eat_word("fun") {
                let names = self.group();
                self.local_fun(&mut open, Vec::new(), names)?;
            } else if self.cursor.eat_word("if") {
                let cond = self.atom()?;
                self.open(&mut open, Part::Then { cond })?;
            } else if self.cursor.eat_word("switch") {
                let scrutinee = self.atom()?;
                self.cursor.expect(Tok::OpenBrace)?;
                let switch = Switch { scrutinee, cases: Vec::new() };
                if let Some(tail) = self.next_case(&mut open, switch)?
                    && let Some(body) = self.close(&mut open, tail)?
                {
                    return Ok(body);
                }
            } else {
                let tail = self.tail()?;
                if let Some(body) = self.close(&mut open, tail)? {
                    return Ok(body);
                }
            }
        }
    }

    fn open(&mut self, open: &mut Vec<Open>, part: Part) -> Read<()> {
        self.cursor.expect(Tok::OpenBrace)?;
        self.cursor.enter()?;
        self.locals.enter();
        open.push(Open { lets: Vec::new(), part });
        Ok(())
    }

    /// Ends the innermost body with `tail`, and each body around that ends
    /// with it. Gives the outermost when it has ended.
    fn close(&mut self, open: &mut Vec<Open>, mut tail: Tail) -> Read<Option<Body>> {
        while let Some(Open { lets, part }) = open.pop() {
            self.cursor.expect(Tok::CloseBrace)?;
            self.cursor.leave();
            self.locals.leave();
            let body = Body { lets, tail };
            tail = match part {
                Part::Cluster => return Ok(Some(body)),
                Part::Fun { mut group, names, params } => {
                    let name = names.get(group.len()).copied().unwrap_or(Local(0));
                    group.push(LocalFun { name, params, body });
                    if self.cursor.eat_word("and") {
                        self.local_fun(open, group, names)?;
                    } else if let Some(around) = open.last_mut() {
                        around.lets.push(Let::Funs(group));
                    }
                    return Ok(None);
                }
                Part::Then { cond } => {
                    self.cursor.expect_word("else")?;
                    self.open(open, Part::Else { cond, then: Box::new(body) })?;
                    return Ok(None);
                }
                Part::Else { cond, then } => Tail::If { cond, then, els: Box::new(body) },
                Part::Case { mut switch, value } => {
                    switch.cases.push((value, body));
                    match self.next_case(open, switch)? {
                        Some(tail) => tail,
                        None => return Ok(None),
                    }
                }
                Part::Default { switch } => {
                    self.cursor.expect(Tok::CloseBrace)?;
                    let Switch { scrutinee, cases } = switch;
                    Tail::Switch { scrutinee, cases, default: Some(Box::new(body)) }
                }
            };
        }
        Ok(None)
    }

    /// Opens the next case of a `switch`, or gives the whole at its end.
    fn next_case(&mut self, open: &mut Vec<Open>, switch: Switch) -> Read<Option<Tail>> {
        if self.cursor.eat(Tok::CloseBrace) {
            let Switch { scrutinee, cases } = switch;
            return Ok(Some(Tail::Switch { scrutinee, cases, default: None }));
        }
        let part = if self.cursor.eat(Tok::Underscore) {
            Part::Default { switch }
        } else {
            let width = self.width(&switch.scrutinee);
            let value = int_literal(&mut self.cursor, width)?;
            Part::Case { switch, value }
        };
        self.cursor.expect(Tok::FatArrow)?;
        self.open(open, part)?;
        Ok(None)
    }

    fn width(&self, atom: &Atom) -> Width {
        let kind = match atom {
            Atom::Var(var) => self.vars.info(*var).map(|info| info.kind),
            Atom::Const(constant) => Some(kinds::const_kind(constant)),
            Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => None,
        };
        if let Some(Kind::Int(width)) = kind { width } else { Width::I64 }
    }

    /// Binds the names of a group of local functions, of which the first follows.
    fn group(&mut self) -> Vec<Local> {
        let first = Vec::from_iter(self.cursor.word());
        let outline = self.outline;
        let names = match outline.group(self.cursor.span().start) {
            [] => &first,
            group => group,
        };
        names.iter().map(|name| self.locals.bind(name, |name| name)).collect()
    }

    /// The next local function of a group, up to its bindings.
    fn local_fun(
        &mut self,
        open: &mut Vec<Open>,
        group: Vec<LocalFun>,
        names: Vec<Local>,
    ) -> Read<()> {
        self.cursor.name_text("the name of a local function")?;
        let params = self.params()?;
        self.open(open, Part::Fun { group, names, params })
    }

    /// A binding of results, if there is one.
    fn op_let(&mut self) -> Read<Option<Let>> {
        let binders = match (self.cursor.peek(), self.cursor.peek_next()) {
            (Tok::Name(_), Tok::Colon) => vec![self.binder()?],
            (Tok::Open, _) => self.binders()?,
            _ => return Ok(None),
        };
        self.cursor.expect(Tok::Equal)?;
        let op = self.op()?;
        let args = self.atoms()?;
        let pos = self.positions.optional(&mut self.cursor);
        // Bound only now: `x: i64 = copy x` reads the former `x`.
        let dst =
            binders.into_iter().map(|(name, span, kind)| self.bind(name, span, kind)).collect();
        Ok(Some(Let::Op { dst, op, args, pos }))
    }

    fn binders(&mut self) -> Read<Vec<(&'s str, Span, Kind)>> {
        self.cursor.expect(Tok::Open)?;
        let mut binders = Vec::new();
        while !self.cursor.eat(Tok::Close) {
            if !binders.is_empty() {
                self.cursor.expect(Tok::Comma)?;
            }
            binders.push(self.binder()?);
        }
        Ok(binders)
    }

    fn binder(&mut self) -> Read<(&'s str, Span, Kind)> {
        let (name, span) = self.cursor.name_text("a variable")?;
        self.cursor.expect(Tok::Colon)?;
        Ok((name, span, self.kind()?))
    }

    fn atoms(&mut self) -> Read<Vec<Atom>> {
        let mut atoms = Vec::new();
        while self.at_atom() {
            atoms.push(self.atom()?);
        }
        Ok(atoms)
    }

    fn at_atom(&self) -> bool {
        is_constant(self.cursor.peek())
            || self
                .cursor
                .word()
                .is_some_and(|word| !WORDS.contains(&word) && self.cursor.peek_next() != Tok::Colon)
    }

    fn atom(&mut self) -> Read<Atom> {
        if is_constant(self.cursor.peek()) {
            return constant(&mut self.cursor).map(Atom::Const);
        }
        let (text, span) = self.cursor.name_text("an operand")?;
        match text {
            "imm" => int_literal(&mut self.cursor, Width::I64).map(Atom::Imm),
            "static" if self.cursor.at_word("import") => {
                self.cursor.bump();
                self.import_name().map(Atom::StaticImport)
            }
            "static" => self.cluster_name().map(Atom::Static),
            _ => match self.names.get(text) {
                Some(var) => Ok(Atom::Var(*var)),
                None => {
                    self.unknown(span, "variable", text);
                    Ok(Atom::Imm(1))
                }
            },
        }
    }

    pub(super) fn cluster_name(&mut self) -> Read<crate::ClusterId> {
        let (name, span) = self.cursor.name("the name of a cluster")?;
        Ok(self.clusters.get(&name).copied().unwrap_or_else(|| {
            self.unknown(span, "cluster", &name);
            EntityId::from_index(0)
        }))
    }

    fn import_name(&mut self) -> Read<crate::ImportId> {
        let (name, span) = self.cursor.name("the name of an import")?;
        Ok(self.imports.get(&name).copied().unwrap_or_else(|| {
            self.unknown(span, "import", &name);
            EntityId::from_index(0)
        }))
    }

    /// An end without branches.
    fn tail(&mut self) -> Read<Tail> {
        let span = self.cursor.span();
        let (word, _) = self.cursor.name_text("a binding or the end of a body")?;
        match word {
            "jump" => {
                let (name, span) = self.cursor.name_text("a local function")?;
                let fun = self.locals.lookup(name).unwrap_or_else(|| {
                    self.unknown(span, "local function", name);
                    Local(0)
                });
                Ok(Tail::Jump { fun, args: self.atoms()? })
            }
            "apply" => self.apply(),
            "throw" => Ok(Tail::Throw { k: self.atom()?, args: self.atoms()? }),
            "reinstate" => {
                let (cont, args) = (self.atom()?, self.atoms()?);
                Ok(Tail::Reinstate { cont, args, pos: self.positions.optional(&mut self.cursor) })
            }
            "raise" => {
                let exn = self.atom()?;
                let origin = self.optional("from")?;
                let k = self.optional("return")?;
                Ok(Tail::Raise { exn, origin, k, pos: self.positions.optional(&mut self.cursor) })
            }
            "unreachable" => Ok(Tail::Unreachable),
            _ => {
                let label = format!("`{word}` begins neither");
                Err(LocatedError::new(span, "expected a binding or the end of a body", label))
            }
        }
    }

    fn apply(&mut self) -> Read<Tail> {
        let target = if self.cursor.eat(Tok::Star) {
            Target::Unknown(self.atom()?)
        } else if self.cursor.eat_word("import") {
            Target::Import(self.import_name()?)
        } else {
            Target::Cluster(self.cluster_name()?)
        };
        let args = self.atoms()?;
        let clos = self.optional("clos")?;
        let k = self.optional("return")?;
        Ok(Tail::Apply { target, clos, args, k, pos: self.positions.optional(&mut self.cursor) })
    }

    fn optional(&mut self, word: &str) -> Read<Option<Atom>> {
        if self.cursor.eat_word(word) { self.atom().map(Some) } else { Ok(None) }
    }
}
