//! Syntax to ANF, with positions. Every value is an `any`; `library.anf` has the operations.

use crate::parse::{Exp, Fun, Item, Kind};
use anf::build::Builder;
use anf::{Atom, Block, Body, Let, Module, Op, Tail, Var};
use base::{LocatedError, Name, Pos, Span};
use diag::{Lines, Source};
use prim::Data;
use std::collections::HashMap;
use types::{Ty, TyId};

struct Lowering<'t> {
    b: Builder,
    any: TyId,
    array: TyId,
    /// The functions of the library by their names.
    library: HashMap<String, Var>,
    /// The file's name and its lines, for positions.
    file: Name,
    lines: Lines,
    /// The names in scope, innermost last: values, and functions that are called as they are.
    scope: Vec<(&'t str, Var)>,
    errors: Vec<LocatedError>,
}

/// The module of a program, which was read from this source.
pub(crate) fn lower(source: &Source, program: &[Item<'_>]) -> Result<Module, Vec<LocatedError>> {
    let library = anf::parse(include_bytes!("library.anf")).expect("the library is ANF");
    let named = |fun: &anf::Fun| (library.vars[fun.name].name.to_string(), fun.name);
    let names: HashMap<String, Var> = library.funs.iter().map(named).collect();
    let mut b = Builder::from(library);
    let any = b.types().intern(Ty::Any);
    let array = b.types().intern(Ty::Array(any));
    let scope = ["print", "show"].map(|name| (name, names[name])).to_vec();
    let (file, lines, errors) = (source.name.as_str().into(), Lines::of(&source.bytes), Vec::new());
    let mut lowering = Lowering { b, any, array, library: names, file, lines, scope, errors };
    let name = lowering.b.declare("main", &[], &[]);
    lowering.b.entry(name);
    let body = lowering.body(|lowering| {
        lowering.items(program);
        lowering.b.ret([])
    });
    let main = anf::Fun { name, params: vec![], results: vec![], body, pos: Pos::NONE };
    lowering.b.add_fun(main);
    lowering.errors.sort_by_key(|error| error.span.map(|span| span.start));
    if lowering.errors.is_empty() { Ok(lowering.b.finish()) } else { Err(lowering.errors) }
}

/// Items and functions.
impl<'t> Lowering<'t> {
    /// What is built from here on stands there.
    fn at(&mut self, span: Span) -> Pos {
        let (line, column) = self.lines.place(span.start);
        let pos = self.b.position(&self.file, line, column);
        self.b.at(pos);
        pos
    }

    /// A body with a scope of its own.
    fn body(&mut self, build: impl FnOnce(&mut Self) -> Tail) -> Body {
        let scope = self.scope.len();
        self.b.open();
        let tail = build(self);
        self.scope.truncate(scope);
        self.b.close(tail)
    }

    fn items(&mut self, mut items: &[Item<'t>]) {
        while let [item, rest @ ..] = items {
            items = rest;
            match item {
                Item::Exp(exp) => drop(self.value(exp)),
                Item::Let(name, exp) => {
                    let value = self.value(exp);
                    self.scope.push((name, value));
                }
                Item::Fun(first) => {
                    let mut group = vec![first];
                    while let [Item::Fun(next), rest @ ..] = items {
                        group.push(next);
                        items = rest;
                    }
                    self.funs(&group);
                }
            }
        }
    }

    /// Functions that follow one another, and may call one another; gives the first.
    fn funs(&mut self, group: &[&Fun<'t>]) -> Var {
        let mut vars = Vec::new();
        for fun in group {
            vars.push(self.b.declare(fun.name, &vec![self.any; fun.params.len()], &[self.any]));
            self.scope.push((fun.name, vars[vars.len() - 1]));
        }
        let funs = group.iter().zip(&vars).map(|(fun, var)| self.fun(fun, *var)).collect();
        self.b.funs(funs);
        vars[0]
    }

    fn fun(&mut self, fun: &Fun<'t>, name: Var) -> anf::Fun {
        let (params, results) = self.b.params(name, &fun.params);
        let body = self.body(|this| {
            this.scope.extend(fun.params.iter().copied().zip(params.iter().copied()));
            this.tail(&fun.body, None)
        });
        anf::Fun { name, params, results, body, pos: self.at(fun.span) }
    }
}

/// Expressions and patterns.
impl<'t> Lowering<'t> {
    /// The value of an expression.
    fn value(&mut self, exp: &Exp<'t>) -> Var {
        match &exp.kind {
            Kind::Literal(constant) => self.inject(constant.clone()),
            Kind::Name(name) => match self.find(name) {
                Some(var) if self.b.ty_of(var) == self.any => var,
                Some(fun) => self.inject(fun),
                None => {
                    let label = format!("nothing before this binds `{name}`");
                    self.errors.push(LocatedError::new(exp.span, "unknown name", label));
                    self.inject(false)
                }
            },
            Kind::Con(name, args) => {
                let mut parts = vec![self.inject(*name).into()];
                parts.extend(self.values(args));
                let variant = self.b.op("variant", self.array, Data::ArrayLit, parts);
                self.inject(variant)
            }
            Kind::Call(callee, args) => {
                let (fun, args) = self.call(exp.span, callee, args);
                self.b.call("x", fun, args)
            }
            Kind::Operation(name, operands) => {
                let args = self.values(&operands[..]);
                self.at(exp.span);
                self.b.call("x", self.library[*name], args)
            }
            Kind::Fn(fun) => {
                let var = self.funs(&[fun]);
                self.inject(var)
            }
            Kind::If(_) | Kind::Match(..) | Kind::Block(..) => {
                let (join, params) = self.b.declare_block("join", &[("x", self.any)]);
                let body = self.body(|this| this.tail(exp, Some(join)));
                self.b.branch_into(join, params.clone(), body);
                params[0]
            }
        }
    }

    fn values(&mut self, exps: &[Exp<'t>]) -> Vec<Atom> {
        exps.iter().map(|exp| self.value(exp).into()).collect()
    }

    fn inject(&mut self, atom: impl Into<Atom>) -> Var {
        self.b.op("x", self.any, Op::Inject, [atom.into()])
    }

    fn find(&self, name: &str) -> Option<Var> {
        self.scope.iter().rev().find(|(other, _)| *other == name).map(|(_, var)| *var)
    }

    /// The function and the arguments of a call. A value that is no function of so many
    /// parameters raises Match.
    fn call(&mut self, span: Span, callee: &Exp<'t>, args: &[Exp<'t>]) -> (Var, Vec<Atom>) {
        let ty = self.b.types().fun(&vec![self.any; args.len()], &[self.any]);
        let known = if let Kind::Name(name) = callee.kind { self.find(name) } else { None };
        let known = known.filter(|fun| self.b.ty_of(*fun) == ty);
        let fun = known.unwrap_or_else(|| self.value(callee));
        let args = self.values(args);
        self.at(span);
        let project = |b: &mut Builder| b.op("f", ty, Op::Project(ty), [fun.into()]);
        (known.unwrap_or_else(|| project(&mut self.b)), args)
    }

    /// Ends a body with an expression: its value goes to a join point, or is returned.
    fn tail(&mut self, exp: &Exp<'t>, to: Option<Var>) -> Tail {
        match &exp.kind {
            Kind::If(parts) => {
                let cond = self.value(&parts[0]);
                self.at(exp.span);
                let cond = self.b.call("cond", self.library["bool"], [cond.into()]).into();
                let then = Box::new(self.body(|this| this.tail(&parts[1], to)));
                let els = Box::new(self.body(|this| this.tail(&parts[2], to)));
                Tail::If { cond, then, els }
            }
            Kind::Match(value, cases) => {
                let value = self.value(value);
                self.cases(exp.span, value, cases, to)
            }
            Kind::Block(items, last) => {
                self.items(items);
                self.tail(last, to)
            }
            Kind::Call(callee, args) if to.is_none() => {
                let (fun, args) = self.call(exp.span, callee, args);
                self.b.tail_call(fun, args)
            }
            Kind::Literal(_)
            | Kind::Name(_)
            | Kind::Con(..)
            | Kind::Call(..)
            | Kind::Operation(..)
            | Kind::Fn(_) => {
                let value = [self.value(exp).into()];
                if let Some(join) = to { self.b.jump(join, value) } else { self.b.ret(value) }
            }
        }
    }

    /// A join point for each case, the last first: where a pattern does not fit, the next is tried.
    fn cases(&mut self, span: Span, value: Var, cases: &[[Exp<'t>; 2]], to: Option<Var>) -> Tail {
        self.at(span);
        let no_case = self.library["no_case"];
        let mut next = self.b.join("none", &[], |b, _, _| {
            b.calls(&[], no_case, [value.into()]);
            b.unreachable()
        });
        for [pattern, exp] in cases.iter().rev() {
            let body = self.body(|this| {
                this.pattern(value, pattern, next);
                this.tail(exp, to)
            });
            let (name, params) = self.b.declare_block("case", &[]);
            self.b.push(Let::Join(Block { name, params, body, pos: self.b.pos() }));
            next = name;
        }
        self.b.jump(next, [])
    }

    /// Binds the names of a pattern if the value fits, and otherwise goes to the next case.
    fn pattern(&mut self, value: Var, pattern: &Exp<'t>, next: Var) {
        let (fits, args) = match &pattern.kind {
            Kind::Name("_") => return,
            Kind::Name(name) => return self.scope.push((name, value)),
            Kind::Literal(_) => {
                let constant = self.value(pattern).into();
                (self.b.call("fits", self.library["equals"], [value.into(), constant]), &[][..])
            }
            Kind::Con(name, args) => {
                let wanted = [value.into(), (*name).into(), (args.len() as i64 + 1).into()];
                (self.b.call("fits", self.library["made_by"], wanted), &args[..])
            }
            Kind::Call(..)
            | Kind::Operation(..)
            | Kind::If(_)
            | Kind::Fn(_)
            | Kind::Block(..)
            | Kind::Match(..) => {
                let error = LocatedError::new(pattern.span, "wrong pattern", "this is none");
                return self.errors.push(error);
            }
        };
        self.b.branch(&[], |b, yes| b.if_(fits, |b| b.jump(yes, []), |b| b.jump(next, [])));
        for (arg, index) in args.iter().zip(1i64..) {
            let parts = self.b.op("parts", self.array, Op::As(self.array), [value.into()]);
            let place = [parts.into(), index.into()];
            let part = self.b.op("part", self.any, Data::ArrayGetU, place);
            self.pattern(part, arg, next);
        }
    }
}
