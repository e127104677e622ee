//! A lifted program to ANF: every value is an `any`, every function takes and gives such.
//!
//! A number is an `i64` if it fits, an `intinf` if not. Operators on small numbers are done in
//! line ([`inline`]); all else is a call of the library, which is ANF, too. The value of an
//! expression is kept as what it is known to be, so that a comparison in an `If` is never an
//! `any`, and no operator asks what a literal is.

mod inline;

use crate::library;
use crate::lift::{Function, Program};
use crate::syntax::{
    AExp, Body, Builtin, End, Funcall, Ident, Kind, Lam, Let, Name, Names, Op as Operator,
};
use anf::build::Builder;
use anf::{Atom, Fun, Module, Op, Tail, Var};
use base::{Pos, Span};
use diag::Lines;
use prim::Const;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use types::{Ty, TyId};

/// Bodies inside one another in a function beyond which no operator is done in line: each makes a
/// join point of what follows it, and ANF limits nesting.
const MOST_INLINE: usize = 300;

/// Makes a module of a program; text and name of the file are for positions.
pub(crate) fn lower(program: &Program, names: &Names, file: &str, text: &[u8]) -> Module {
    let mut lowering = Lowering::new(names, file, text);
    for fun in &program.funs {
        let params = vec![lowering.any; fun.lam.params.len()];
        let var = lowering.declare(fun.name, params);
        lowering
            .known
            .insert(fun.name, Known { var, captured: fun.captured, params: fun.lam.params.len() });
    }
    let main = lowering.b.declare("main", &[], &[]);
    lowering.b.entry(main);
    let whole = lowering.b.declare("program", &[], &[lowering.any]);
    let fun = lowering.function(whole, &[], &program.main);
    lowering.b.add_fun(fun);
    for Function { name, lam, span, .. } in &program.funs {
        lowering.stand_at(*span);
        let var = lowering.known[name].var;
        let fun = lowering.function(var, &lam.params, &lam.body);
        lowering.b.add_fun(fun);
    }
    lowering.main(main, whole);
    let input = lowering.input;
    library::link(lowering.b.finish(), input)
}

/// A function at the top.
#[derive(Clone, Copy)]
struct Known {
    var: Var,
    captured: usize,
    params: usize,
}

/// The value of an expression.
#[derive(Clone)]
enum Value {
    /// Found out when the program runs: an `any`.
    Any(Atom),
    /// A literal that fits.
    Small(i64),
    /// A boolean: an `i1`.
    Truth(Atom),
}

struct Lowering<'p> {
    b: Builder,
    names: &'p Names,
    file: base::Name,
    lines: Lines,
    any: TyId,
    i1: TyId,
    str: TyId,
    known: FxHashMap<Name, Known>,
    builtins: FxHashMap<&'p [u8], Builtin>,
    env: FxHashMap<Name, Value>,
    /// The functions of the library that are imported.
    imported: FxHashMap<&'static str, Var>,
    /// The functions that make a function of so many parameters of a value.
    callees: FxHashMap<usize, Var>,
    /// True if the program reads its input.
    input: bool,
    /// The number of bodies around what is built.
    depth: usize,
}

impl<'p> Lowering<'p> {
    fn new(names: &'p Names, file: &str, text: &[u8]) -> Lowering<'p> {
        let mut b = Builder::new();
        let any = b.types().intern(Ty::Any);
        let str = b.types().intern(Ty::Str);
        let i1 = b.types().bool();
        let builtins = Builtin::ALL.into_iter();
        let builtins = builtins.map(|builtin| (builtin.name().as_bytes(), builtin)).collect();
        Lowering {
            b,
            names,
            file: file.into(),
            lines: Lines::of(text),
            any,
            i1,
            str,
            known: FxHashMap::default(),
            builtins,
            env: FxHashMap::default(),
            imported: FxHashMap::default(),
            callees: FxHashMap::default(),
            input: false,
            depth: 0,
        }
    }

    /// Prints the value of the program.
    fn main(&mut self, main: Var, whole: Var) {
        self.b.at(Pos::NONE);
        let print = self.builtin(Builtin::Print);
        let open = self.input.then(|| self.library("open_input", &[], &[]));
        self.b.define(main, &[], |b, _| {
            if let Some(open) = open {
                b.calls(&[], open, []);
            }
            let value = b.call("value", whole, []);
            b.call("printed", print, [value.into(), "".into()]);
            b.ret([])
        });
    }

    fn declare(&mut self, name: Name, params: Vec<TyId>) -> Var {
        let text = String::from_utf8_lossy(self.names.text(name));
        self.b.declare(&text, &params, &[self.any])
    }

    fn function(&mut self, var: Var, params: &[Ident], body: &Body) -> Fun {
        let pos = self.b.pos();
        let names = self.names;
        let hints = params.iter().map(|param| String::from_utf8_lossy(names.text(param.name)));
        let hints: Vec<_> = hints.collect();
        let hints: Vec<&str> = hints.iter().map(|hint| &**hint).collect();
        let (vars, results) = self.b.params(var, &hints);
        let outside = std::mem::take(&mut self.depth);
        let mut hidden = Vec::new();
        for (param, var) in params.iter().zip(&vars) {
            hidden.push(self.env.insert(param.name, Value::Any((*var).into())));
        }
        let body = self.nested(body);
        self.depth = outside;
        // A closure has the names of its function's parameters, and may be made by that function.
        for (param, value) in params.iter().zip(hidden) {
            match value {
                Some(value) => self.env.insert(param.name, value),
                None => self.env.remove(&param.name),
            };
        }
        Fun { name: var, params: vars, results, body, pos }
    }

    /// A body inside what is built.
    fn nested(&mut self, body: &Body) -> anf::Body {
        let depth = self.depth;
        self.depth += 1;
        self.b.open();
        let tail = self.body(body);
        self.depth = depth;
        self.b.close(tail)
    }

    fn body(&mut self, body: &Body) -> Tail {
        for Let { name, rhs } in &body.lets {
            let value = match rhs {
                Funcall::Atom(aexp) => self.aexp(aexp),
                Funcall::Call(callee, args) => match self.callee(*callee, args) {
                    Ok((fun, args)) => Value::Any(self.b.call("r", fun, args).into()),
                    Err(never) => Value::Any(never),
                },
            };
            self.env.insert(*name, value);
        }
        match &body.end {
            End::If(condition, then, els) => {
                let value = self.aexp(condition);
                self.stand_at(condition.span);
                let cond = self.truth(value, condition.span);
                let then = Box::new(self.nested(then));
                let els = Box::new(self.nested(els));
                Tail::If { cond, then, els }
            }
            End::Call(Funcall::Atom(aexp)) => {
                let value = self.aexp(aexp);
                let value = self.any(value);
                self.b.ret([value])
            }
            End::Call(Funcall::Call(callee, args)) => match self.callee(*callee, args) {
                Ok((fun, args)) => self.b.tail_call(fun, args),
                Err(never) => self.b.ret([never]),
            },
        }
    }

    /// The function that is called, and all arguments; or, where the number of these is known to
    /// be wrong, what is given by a call that ends the program.
    fn callee(&mut self, callee: Ident, args: &[AExp]) -> Result<(Var, Vec<Atom>), Atom> {
        let count = args.len();
        let mut args: Vec<Atom> = args
            .iter()
            .map(|arg| {
                let value = self.aexp(arg);
                self.any(value)
            })
            .collect();
        self.stand_at(callee.span);
        let text = self.names.text(callee.name);
        let (fun, captured, params) = if let Some(known) = self.known.get(&callee.name) {
            (known.var, known.captured, known.params)
        } else if let Some(value) = self.env.get(&callee.name) {
            let value = self.any(value.clone());
            return Ok((self.function_of(value, count, callee.span), args));
        } else {
            let builtin = self.builtins[text];
            args.push(self.place(callee.span));
            (self.builtin(builtin), 0, builtin.params())
        };
        if count == params {
            return Ok((fun, args));
        }
        let what = format!(
            "a call with {} of {}, which takes {}",
            arguments(count - captured),
            crate::print::quoted(text),
            params - captured
        );
        Err(self.fail(&what, callee.span))
    }

    /// Ends the program; what it gives is never used.
    fn fail(&mut self, what: &str, span: Span) -> Atom {
        let fail = self.library("fail", &[self.str, self.str], &[self.any]);
        let place = self.place(span);
        self.b.call("never", fail, [what.into(), place]).into()
    }

    /// A value as a function that takes so many arguments.
    fn function_of(&mut self, value: Atom, count: usize, span: Span) -> Var {
        let ty = {
            let any = self.any;
            self.b.types().fun(&vec![any; count], &[any])
        };
        let of = match self.callees.get(&count) {
            Some(of) => *of,
            None => self.define_callee(count, ty),
        };
        let place = self.place(span);
        self.b.call("f", of, [value, place])
    }

    fn define_callee(&mut self, count: usize, ty: TyId) -> Var {
        let not_called = self.library("not_called", &[self.any, self.str, self.str], &[self.any]);
        let of = self.b.declare("function", &[self.any, self.str], &[ty]);
        self.callees.insert(count, of);
        let i1 = self.i1;
        let pos = self.b.at(Pos::NONE);
        self.b.define(of, &["x", "at"], |b, params| {
            let (x, at) = (Atom::from(params[0]), Atom::from(params[1]));
            let is = b.op("is", i1, Op::Is(ty), [x.clone()]);
            b.if_(
                is,
                |b| {
                    let f = b.op("f", ty, Op::Project(ty), [x.clone()]);
                    b.ret([f.into()])
                },
                |b| {
                    let arguments = arguments(count);
                    b.call("never", not_called, [x.clone(), (&*arguments).into(), at]);
                    b.unreachable()
                },
            )
        });
        self.b.at(pos);
        of
    }

    fn aexp(&mut self, aexp: &AExp) -> Value {
        match &aexp.kind {
            Kind::Truth(truth) => Value::Truth((*truth).into()),
            Kind::Ident(name) => match self.env.get(name) {
                Some(value) => value.clone(),
                None => Value::Any(self.inject(self.known[name].var)),
            },
            Kind::Number(n) => match i64::try_from(n) {
                Ok(n) => Value::Small(n),
                Err(_) => Value::Any(self.inject(Const::Big(Arc::new(n.clone())))),
            },
            Kind::Str(text) => Value::Any(self.inject(Const::Str(text.clone()))),
            Kind::Op(op, operands) => {
                let left = self.aexp(&operands[0]);
                let right = self.aexp(&operands[1]);
                self.stand_at(aexp.span);
                self.operation(*op, left, right, aexp.span)
            }
            Kind::Lam(lam) => Value::Any(self.closure(lam, aexp.span)),
        }
    }

    fn closure(&mut self, lam: &Lam, span: Span) -> Atom {
        self.stand_at(span);
        let params = vec![self.any; lam.params.len()];
        let var = self.b.declare("closure", &params, &[self.any]);
        let fun = self.function(var, &lam.params, &lam.body);
        self.b.funs(vec![fun]);
        self.inject(var)
    }

    fn inject(&mut self, value: impl Into<Atom>) -> Atom {
        self.b.op("x", self.any, Op::Inject, [value.into()]).into()
    }

    fn any(&mut self, value: Value) -> Atom {
        match value {
            Value::Any(atom) => atom,
            Value::Small(n) => self.inject(n),
            Value::Truth(atom) => self.inject(atom),
        }
    }

    fn truth(&mut self, value: Value, span: Span) -> Atom {
        if let Value::Truth(atom) = value {
            return atom;
        }
        let any = self.any(value);
        let truth = self.library("truth", &[self.any, self.str], &[self.i1]);
        let place = self.place(span);
        self.b.call("truth", truth, [any, place]).into()
    }

    /// The function of the library for an operator.
    fn operator(&mut self, op: Operator) -> Var {
        let result = if inline::gives_truth(op) { self.i1 } else { self.any };
        self.library(op.name(), &[self.any, self.any, self.str], &[result])
    }

    fn builtin(&mut self, builtin: Builtin) -> Var {
        let mut params = vec![self.any; builtin.params()];
        params.push(self.str);
        self.input |= matches!(builtin, Builtin::GetLine | Builtin::ReadNumber);
        self.library(builtin.name(), &params, &[self.any])
    }

    fn library(&mut self, name: &'static str, params: &[TyId], results: &[TyId]) -> Var {
        if let Some(var) = self.imported.get(name) {
            return *var;
        }
        let var = self.b.import(name, name, params, results);
        self.imported.insert(name, var);
        var
    }

    /// A place in the text, for a message.
    fn place(&self, span: Span) -> Atom {
        let (line, column) = self.lines.place(span.start);
        Atom::Const(Const::str(format!("{}:{line}:{column}", self.file)))
    }

    /// Gives what is built next the position of this text.
    fn stand_at(&mut self, span: Span) {
        let (line, column) = self.lines.place(span.start);
        let pos = self.b.position(&self.file, line, column);
        self.b.at(pos);
    }
}

/// `1 argument`, `2 arguments`.
fn arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
