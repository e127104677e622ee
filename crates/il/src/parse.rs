//! Reading of programs. The grammar is in the crate's documentation.
//!
//! The parser keeps its own stack of what is open, so that nesting costs none
//! of the machine's. It stops at the first error.

mod exp;
#[cfg(test)]
mod tests;

use crate::lex::{Tok, words};
use crate::syntax::{Annotation, Binding, Body, BodyId, End, Exp, Fun, FunId, Let, Program, Var};
use base::{LocatedError, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

type Read<T> = Result<T, LocatedError>;

/// Reads a program.
///
/// # Errors
/// Fails if it is not one, and says what is wrong, and where.
pub fn parse(text: &[u8]) -> Result<Program, LocatedError> {
    let text = readable(text);
    let mut parser = Parser {
        words: words(&text)?,
        at: 0,
        program: Program::default(),
        numbers: FxHashMap::default(),
        scope: FxHashMap::default(),
        defined: Vec::new(),
        bound: FxHashMap::default(),
        binders: Vec::new(),
        free: FxHashSet::default(),
        open: Vec::new(),
        body: 0,
        live: None,
    };
    parser.program()?;
    Ok(parser.program)
}

/// The text, with `?` for every byte that is no UTF-8: outside of comments
/// that is no sign of IL.
fn readable(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let mut readable = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        readable.push_str(chunk.valid());
        readable.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(readable)
}

/// The construct that a term stands in, which says what follows it.
enum Open {
    /// It stands in parentheses.
    Paren(Span),
    /// It is the body of a function; `in` follows.
    Fun(Scope),
    /// It is the first branch; `else` follows.
    Then(Scope),
    /// It is the second branch.
    Else(Scope),
}

/// The body around the one that was begun, and what was defined and bound before it.
struct Scope {
    body: BodyId,
    defined: usize,
    binders: usize,
}

struct Parser<'a> {
    words: Vec<(Tok<'a>, Span)>,
    at: usize,
    program: Program,
    numbers: FxHashMap<&'a str, Var>,
    /// The functions that each name means, the innermost last.
    scope: FxHashMap<Name, Vec<FunId>>,
    defined: Vec<FunId>,
    /// The number of bindings of each variable around here.
    bound: FxHashMap<Var, u32>,
    binders: Vec<Var>,
    free: FxHashSet<Var>,
    open: Vec<Open>,
    /// The body that is read.
    body: BodyId,
    /// An annotation whose term follows.
    live: Annotation,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Tok<'a> {
        self.words[self.at].0
    }

    fn span(&self) -> Span {
        self.words[self.at].1
    }

    fn bump(&mut self) -> Span {
        let span = self.span();
        self.at = (self.at + 1).min(self.words.len() - 1);
        span
    }

    fn is(&self, key: &str) -> bool {
        matches!(self.peek(), Tok::Key(k) if k == key)
    }

    fn eat(&mut self, key: &str) -> bool {
        let is = self.is(key);
        if is {
            self.bump();
        }
        is
    }

    fn expect(&mut self, key: &'static str) -> Read<Span> {
        if self.is(key) { Ok(self.bump()) } else { Err(self.wrong(&format!("expected `{key}`"))) }
    }

    /// An error at the next word.
    fn wrong(&self, label: &str) -> LocatedError {
        let title = match self.peek() {
            Tok::End => "the program ends too early",
            Tok::Name(_) | Tok::Int(_) | Tok::Key(_) => "unexpected word",
        };
        LocatedError::new(self.span(), title, label)
    }

    fn name(&mut self, what: &str) -> Read<(&'a str, Span)> {
        match self.peek() {
            Tok::Name(name) => Ok((name, self.bump())),
            Tok::Int(_) | Tok::Key(_) | Tok::End => Err(self.wrong(&format!("expected {what}"))),
        }
    }

    fn var(&mut self, name: &'a str) -> Var {
        let vars = &mut self.program.vars;
        *self.numbers.entry(name).or_insert_with(|| vars.push(name.into()))
    }

    fn used(&mut self, var: Var, span: Span) {
        let is_bound = self.bound.get(&var).is_some_and(|n| *n > 0);
        if !is_bound && self.free.insert(var) {
            self.program.free.push((var, span));
        }
    }

    fn bind(&mut self, var: Var) {
        *self.bound.entry(var).or_default() += 1;
        self.binders.push(var);
    }

    fn program(&mut self) -> Read<()> {
        self.begin_body();
        loop {
            if self.term()? && !self.close()? {
                return Ok(());
            }
        }
    }

    /// Opens something, unless too much is open already.
    fn push(&mut self, open: Open, span: Span) -> Read<()> {
        if self.open.len() >= crate::MAX_NESTING {
            let label = format!("more than {} terms are open here", crate::MAX_NESTING);
            return Err(LocatedError::new(span, "nested too deeply", label));
        }
        self.open.push(open);
        Ok(())
    }

    fn begin_body(&mut self) -> BodyId {
        let (none, span) = (Exp { code: Box::new([]), span: Span::default() }, Span::default());
        let body = Body { lets: Vec::new(), end: End::Exp(none), span, live: None };
        self.program.bodies.push(body);
        self.body = self.program.bodies.len() - 1;
        self.body
    }

    fn enter(&self) -> Scope {
        Scope { body: self.body, defined: self.defined.len(), binders: self.binders.len() }
    }

    fn leave(&mut self, scope: &Scope) {
        self.body = scope.body;
        for fun in self.defined.drain(scope.defined..) {
            if let Some(meanings) = self.scope.get_mut(&self.program.funs[fun].name) {
                meanings.pop();
            }
        }
        for var in self.binders.drain(scope.binders..) {
            *self.bound.entry(var).or_default() -= 1;
        }
    }

    /// Reads a binding, or the end of a body: then true.
    fn term(&mut self) -> Read<bool> {
        if self.is("<") {
            self.bump();
            self.live = Some(self.names(">")?);
        } else if self.eat("!=") {
            // `<>`, the operator elsewhere, is here the empty set.
            self.live = Some(Box::default());
        }
        let assigns = matches!(self.words.get(self.at + 1), Some((Tok::Key(":="), _)));
        match self.peek() {
            Tok::Key("let") => {
                self.bump();
                self.binding("=", "in")?;
                Ok(false)
            }
            Tok::Name(_) if assigns => {
                self.binding(":=", ";")?;
                Ok(false)
            }
            Tok::Key("fun") => {
                self.fun()?;
                Ok(false)
            }
            Tok::Key("if") => {
                let start = self.bump();
                let cond = self.exp()?;
                self.expect("then")?;
                let scope = self.enter();
                let then = self.program.bodies.len();
                // The second branch is not known yet.
                self.end(End::If(cond, then, then), start);
                self.push(Open::Then(scope), start)?;
                self.begin_body();
                Ok(false)
            }
            Tok::Key("(") if self.opens_term() => {
                while self.is("(") {
                    let span = self.bump();
                    self.push(Open::Paren(span), span)?;
                }
                Ok(false)
            }
            Tok::Name(_) | Tok::Int(_) | Tok::Key(_) | Tok::End => self.last(),
        }
    }

    /// True if these parentheses contain a term other than an expression.
    fn opens_term(&self) -> bool {
        let next = self.words[self.at..].iter().find(|(tok, _)| *tok != Tok::Key("("));
        match next {
            Some((Tok::Key("let" | "fun" | "if"), _)) => true,
            Some((Tok::Name(_) | Tok::Int(_) | Tok::Key(_) | Tok::End, _)) | None => false,
        }
    }

    /// An expression or application.
    fn last(&mut self) -> Read<bool> {
        let applies = matches!(self.words.get(self.at + 1), Some((Tok::Key("("), _)));
        if let (Tok::Name(name), true) = (self.peek(), applies) {
            let span = self.bump();
            let fun = self.scope.get(name).and_then(|meanings| meanings.last()).copied();
            let Some(fun) = fun else {
                let label = format!("there is no function `{name}` here");
                return Err(LocatedError::new(span, "unknown function", label));
            };
            let args = self.args()?;
            if exp::operator(self.peek()).is_some() {
                return Err(exp::not_in_tail_position(span));
            }
            let wanted = self.program.funs[fun].params.len();
            if args.len() != wanted {
                let label = format!("`{name}` takes {wanted}, given {}", args.len());
                return Err(LocatedError::new(span, "wrong number of arguments", label));
            }
            self.end(End::Apply(fun, args), span);
        } else {
            let exp = self.exp()?;
            let span = exp.span;
            self.end(End::Exp(exp), span);
        }
        Ok(true)
    }

    fn end(&mut self, end: End, span: Span) {
        let live = self.live.take();
        let body = &mut self.program.bodies[self.body];
        (body.end, body.span, body.live) = (end, span, live);
    }

    fn add(&mut self, binding: Binding, span: Span) {
        let live = self.live.take();
        self.program.bodies[self.body].lets.push(Let { binding, span, live });
    }

    fn binding(&mut self, is: &'static str, then: &'static str) -> Read<()> {
        let (name, span) = self.name("the name of a variable")?;
        self.expect(is)?;
        let var = self.var(name);
        let binding = if self.eat("@") {
            let (action, at) = self.name("the name of an action")?;
            let args = self.args()?;
            known_action(action, args.len(), at)?;
            Binding::Action(var, action.into(), args)
        } else {
            Binding::Exp(var, self.exp()?)
        };
        self.expect(then)?;
        self.add(binding, span);
        self.bind(var);
        Ok(())
    }

    fn fun(&mut self) -> Read<()> {
        self.bump();
        let (name, span) = self.name("the name of a function")?;
        let params = self.params()?;
        let globals = match self.eat(":") {
            true if self.eat("{}") => Some(Box::default()),
            true => {
                self.expect("{")?;
                Some(self.names("}")?)
            }
            false => None,
        };
        self.expect("=")?;
        let (id, level) = (self.program.funs.len(), self.defined.len());
        self.add(Binding::Fun(id), span);
        self.defined.push(id);
        self.scope.entry(name.into()).or_default().push(id);
        let scope = self.enter();
        params.iter().for_each(|(var, _)| self.bind(*var));
        let home = self.body;
        let body = self.begin_body();
        let name = name.into();
        self.program.funs.push(Fun { name, span, params, globals, body, home, level });
        self.push(Open::Fun(scope), span)
    }

    fn params(&mut self) -> Read<Vec<(Var, Span)>> {
        self.expect("(")?;
        let mut params: Vec<(Var, Span)> = Vec::new();
        let mut seen = FxHashSet::default();
        while !self.is(")") {
            let (name, span) = self.name("a parameter or `)`")?;
            let var = self.var(name);
            if !seen.insert(var) {
                let label = format!("`{name}` stands in the list already");
                return Err(LocatedError::new(span, "parameter twice in one list", label));
            }
            params.push((var, span));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(params)
    }

    /// The names of a set, up to the sign that ends it.
    fn names(&mut self, end: &'static str) -> Read<Box<[Var]>> {
        let mut names = Vec::new();
        while !self.is(end) {
            let (name, _) = self.name("the name of a variable")?;
            let var = self.var(name);
            names.push(var);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(end)?;
        names.sort_unstable();
        names.dedup();
        Ok(names.into())
    }

    /// Closes what ends with the term that was read; false at the end of the program.
    fn close(&mut self) -> Read<bool> {
        loop {
            match self.open.pop() {
                None if self.peek() == Tok::End => return Ok(false),
                None => return Err(self.wrong("the program has ended before this")),
                Some(Open::Paren(span)) => {
                    if !self.eat(")") {
                        let wrong = self.wrong("expected `)`");
                        let at = if self.peek() == Tok::End { span } else { self.span() };
                        return Err(LocatedError { span: Some(at), ..wrong });
                    }
                }
                Some(Open::Fun(scope)) => {
                    self.expect("in")?;
                    self.leave(&scope);
                    return Ok(true);
                }
                Some(Open::Then(scope)) => {
                    self.expect("else")?;
                    self.leave(&scope);
                    let els = self.program.bodies.len();
                    if let End::If(_, _, second) = &mut self.program.bodies[self.body].end {
                        *second = els;
                    }
                    let start = self.span();
                    self.push(Open::Else(scope), start)?;
                    self.begin_body();
                    return Ok(true);
                }
                Some(Open::Else(scope)) => self.leave(&scope),
            }
        }
    }
}

/// The actions that everybody knows want this many arguments.
fn known_action(action: &str, args: usize, span: Span) -> Read<()> {
    let wanted = match action {
        "read" => 0,
        "print" => 1,
        _ => return Ok(()),
    };
    if args == wanted {
        return Ok(());
    }
    let label = format!("`@{action}` takes {wanted}, given {args}");
    Err(LocatedError::new(span, "wrong number of arguments", label))
}
