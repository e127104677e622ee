//! Syntax to ANF, with positions. Every value is an `any`; `library.anf` has what the code calls.

use crate::parse::{Exp, Kind, parse};
use anf::build::Builder;
use anf::{Atom, Block, Body, Fun, Let, Module, Op, Tail, Var};
use base::{LocatedError, Pos, Span};
use diag::{Lines, Source};
use prim::{CmpOp, Const, Data, IntOp, Prim, Rt};
use std::collections::HashMap;
use types::{Ty, TyId, Width};

struct Lowering<'t> {
    b: Builder,
    any: TyId,
    variant: TyId,
    bool: TyId,
    /// The functions of the library by their names.
    library: HashMap<String, Var>,
    /// The file and its lines, for positions.
    source: &'t Source,
    lines: Lines,
    /// The names in scope, innermost last: values, and functions that are called as they are.
    scope: Vec<(&'t str, Var)>,
    errors: Vec<LocatedError>,
}

/// The module of a program.
pub(crate) fn compile(source: &Source) -> Result<Module, Vec<LocatedError>> {
    let program = parse(&source.bytes).map_err(|error| vec![error])?;
    let module = anf::parse(include_bytes!("library.anf")).expect("the library is ANF");
    let named = |fun: &Fun| (module.vars[fun.name].name.to_string(), fun.name);
    let library: HashMap<String, Var> = module.funs.iter().map(named).collect();
    let scope = ["print", "show"].map(|name| (name, library[name])).to_vec();
    let mut b = Builder::from(module);
    let (any, bool) = (b.types().intern(Ty::Any), b.types().bool());
    let (variant, lines) = (b.types().intern(Ty::Array(any)), Lines::of(&source.bytes));
    let errors = Vec::new();
    let mut this = Lowering { b, any, variant, bool, library, source, lines, scope, errors };
    let name = this.b.declare("main", &[], &[]);
    let body = this.body(|this| {
        this.items(&program);
        this.b.ret([])
    });
    this.b.add_fun(Fun { name, params: vec![], results: vec![], body, pos: Pos::NONE });
    this.b.entry(name);
    this.errors.sort_by_key(|error| error.span.map(|span| span.start));
    if this.errors.is_empty() { Ok(this.b.finish()) } else { Err(this.errors) }
}

impl<'t> Lowering<'t> {
    /// What is built from here on stands there.
    fn at(&mut self, span: Span) -> Pos {
        let (line, column) = self.lines.place(span.start);
        let pos = self.b.position(&self.source.name.as_str().into(), line, column);
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

    /// Expressions in order. Functions that follow one another may call one another.
    fn items(&mut self, items: &[Exp<'t>]) {
        for group in items.chunk_by(|a, b| function(a).and(function(b)).is_some()) {
            let functions: Vec<Function<'_, 't>> = group.iter().filter_map(function).collect();
            match &functions[..] {
                [] => self.value(&group[0]),
                functions => self.funs(functions),
            };
        }
    }

    /// Binds functions; gives the last.
    fn funs(&mut self, functions: &[Function<'_, 't>]) -> Var {
        for (name, params, _) in functions {
            let var = self.b.declare(name.word(), &vec![self.any; params.len()], &[self.any]);
            self.bind(name, var);
        }
        let vars = self.scope[self.scope.len() - functions.len()..].to_vec();
        let mut funs = Vec::new();
        for ((head, names, body), (_, name)) in functions.iter().zip(&vars) {
            let hints: Vec<&str> = names.iter().map(Exp::word).collect();
            let (params, results) = self.b.params(*name, &hints);
            let body = self.body(|this| {
                names.iter().zip(&params).for_each(|(name, var)| this.bind(name, *var));
                this.tail(body, None)
            });
            funs.push(Fun { name: *name, params, results, body, pos: self.at(head.span) });
        }
        self.b.funs(funs);
        vars[vars.len() - 1].1
    }

    /// A name is in scope from here on to the end of the body.
    fn bind(&mut self, name: &Exp<'t>, var: Var) {
        if name.word().is_empty() || is_constructor(name.word()) {
            self.error(name.span, "wrong name", "a name should stand here");
        }
        self.scope.push((name.word(), var));
    }

    fn find(&self, name: &str) -> Option<Var> {
        self.scope.iter().rev().find(|(other, _)| *other == name).map(|(_, var)| *var)
    }

    /// Notes an error; gives a value to go on with.
    fn error(&mut self, span: Span, title: &str, label: &str) -> Var {
        self.errors.push(LocatedError::new(span, title, label));
        self.inject(false)
    }

    /// The value of an expression.
    fn value(&mut self, exp: &Exp<'t>) -> Var {
        self.value_or_call(exp).unwrap_or_else(|(fun, args)| self.b.call("x", fun, args))
    }

    /// The value of an expression, or the function and the arguments if it is a call.
    fn value_or_call(&mut self, exp: &Exp<'t>) -> Result<Var, (Var, Vec<Atom>)> {
        let (head, args) = exp.form();
        Ok(match (&exp.kind, (head, args), operator(head), function(exp)) {
            (Kind::Literal(constant), ..) => self.inject(constant.clone()),
            (Kind::Word(name), ..) if is_constructor(name) => self.variant(name, &[]),
            (Kind::Word(name), ..) => self.name(name, exp.span),
            (_, ("if", [_, _, _]) | ("match" | "do", [_, ..]), ..) => {
                let (join, params) = self.b.declare_block("join", &[("x", self.any)]);
                let body = self.body(|this| this.tail(exp, Some(join)));
                self.b.branch_into(join, params.clone(), body);
                params[0]
            }
            (_, ("let", [name, value]), ..) => {
                let value = self.value(value);
                self.bind(name, value);
                value
            }
            (_, (sign, [x, y]), Some(prim), _) => {
                let operands = [self.value(x), self.value(y)];
                self.at(exp.span);
                let ty = self.b.types().of_prim(prim.sig().args[0]);
                let mistake = format!("`{sign}` cannot take this");
                let operands = operands.map(|x| self.want(ty, x, &mistake).into());
                let result = self.b.prim("x", prim, operands);
                self.inject(result)
            }
            (.., Some(function)) => {
                let fun = self.funs(&[function]);
                if head == "fn" {
                    self.scope.pop();
                }
                self.inject(fun)
            }
            _ if is_constructor(head) => self.variant(head, args),
            _ if exp.parts().is_empty() => self.error(exp.span, "wrong form", "it has no parts"),
            _ => return Err(self.call(exp)),
        })
    }

    fn variant(&mut self, name: &str, args: &[Exp<'t>]) -> Var {
        let mut parts = vec![self.inject(name).into()];
        parts.extend(self.values(args));
        let variant = self.b.op("variant", self.variant, Data::ArrayLit, parts);
        self.inject(variant)
    }

    fn name(&mut self, name: &str, span: Span) -> Var {
        match self.find(name) {
            Some(var) if self.b.ty_of(var) == self.any => var,
            Some(fun) => self.inject(fun),
            None if ["def", "do", "fn", "if", "let", "match"].contains(&name) => {
                self.error(span, "wrong form", "it should have other parts")
            }
            None => self.error(span, "unknown name", "nothing before this binds it"),
        }
    }

    fn values(&mut self, exps: &[Exp<'t>]) -> Vec<Atom> {
        exps.iter().map(|exp| self.value(exp).into()).collect()
    }

    fn inject(&mut self, atom: impl Into<Atom>) -> Var {
        self.b.op("x", self.any, Op::Inject, [atom.into()])
    }

    /// What is in a value of this type. Where the value is of another, the body ends.
    fn unpack(&mut self, ty: TyId, value: Var, end: impl FnOnce(&mut Builder) -> Tail) -> Var {
        let fits = self.b.op("fits", self.bool, Op::Is(ty), [value.into()]);
        self.check(fits, end);
        self.b.op("x", ty, Op::As(ty), [value.into()])
    }

    /// Goes on if the condition holds; otherwise the body ends.
    fn check(&mut self, cond: Var, end: impl FnOnce(&mut Builder) -> Tail) {
        self.b.branch(&[], |b, go_on| b.if_(cond, |b| b.jump(go_on, []), end));
    }

    /// What is in a value, if it is of this type, or else a mistake of the program.
    fn want(&mut self, ty: TyId, value: Var, mistake: &str) -> Var {
        let wrong = self.library["wrong"];
        self.unpack(ty, value, |b| {
            b.call("x", wrong, [mistake.into(), value.into()]);
            b.unreachable()
        })
    }

    /// The function and the arguments of a call.
    fn call(&mut self, exp: &Exp<'t>) -> (Var, Vec<Atom>) {
        let (callee, args) = (&exp.parts()[0], exp.form().1);
        let ty = self.b.types().fun(&vec![self.any; args.len()], &[self.any]);
        let known = self.find(callee.word()).filter(|fun| self.b.ty_of(*fun) == ty);
        let fun = known.unwrap_or_else(|| self.value(callee));
        let values = self.values(args);
        self.at(exp.span);
        let mistake = "this is no function of as many parameters";
        (known.unwrap_or_else(|| self.want(ty, fun, mistake)), values)
    }

    /// Ends a body with an expression: its value goes to a join point, or is returned.
    fn tail(&mut self, exp: &Exp<'t>, to: Option<Var>) -> Tail {
        match (exp.form(), to) {
            (("if", [cond, then, els]), _) => {
                let cond = self.value(cond);
                self.at(exp.span);
                let cond = self.want(self.bool, cond, "`if` cannot take this").into();
                let then = Box::new(self.body(|this| this.tail(then, to)));
                let els = Box::new(self.body(|this| this.tail(els, to)));
                Tail::If { cond, then, els }
            }
            (("match", [value, cases @ ..]), _) => {
                let value = self.value(value);
                self.at(exp.span);
                self.cases(value, cases, to)
            }
            (("do", [items @ .., last]), _) => {
                self.items(items);
                self.tail(last, to)
            }
            (_, Some(join)) => {
                let value = self.value(exp);
                self.b.jump(join, [value.into()])
            }
            (_, None) => match self.value_or_call(exp) {
                Ok(value) => self.b.ret([value.into()]),
                Err((fun, args)) => self.b.tail_call(fun, args),
            },
        }
    }

    /// A join point for each case, the last first: where a pattern does not fit, the next is tried.
    fn cases(&mut self, value: Var, cases: &[Exp<'t>], to: Option<Var>) -> Tail {
        let wrong = self.library["wrong"];
        let mut next = self.b.join("none", &[], |b, _, _| {
            b.call("x", wrong, ["no case fits".into(), value.into()]);
            b.unreachable()
        });
        for case in cases.iter().rev() {
            let [pattern, exp] = case.parts() else {
                self.error(case.span, "wrong case", "it should be a pattern and an expression");
                continue;
            };
            let (name, params) = self.b.declare_block("case", &[]);
            let body = self.body(|this| {
                this.pattern(value, pattern, next);
                this.tail(exp, to)
            });
            self.b.push(Let::Join(Block { name, params, body, pos: Pos::NONE }));
            next = name;
        }
        self.b.jump(next, [])
    }

    /// Binds the names of a pattern if the value fits, and otherwise goes to the next case.
    fn pattern(&mut self, value: Var, pattern: &Exp<'t>, next: Var) {
        let (name, args) = match &pattern.kind {
            Kind::Literal(constant) => {
                let width = if let Const::Int(width, _) = constant { Some(*width) } else { None };
                let equal = width.map_or(Prim::Rt(Rt::StrEq), |w| Prim::Cmp(CmpOp::Eq, w));
                let ty = self.b.types().of_prim(equal.sig().args[0]);
                let x = self.unpack(ty, value, |b| b.jump(next, []));
                let fits = self.b.prim("fits", equal, [x.into(), constant.clone().into()]);
                return self.check(fits, |b| b.jump(next, []));
            }
            Kind::Word(name) if is_constructor(name) => (*name, &[][..]),
            Kind::Word(_) => return self.bind(pattern, value),
            Kind::List(_) => pattern.form(),
        };
        if !is_constructor(name) {
            self.error(pattern.span, "wrong pattern", "a constructor should begin it");
        }
        let wanted = [value.into(), name.into(), (args.len() as i64 + 1).into()];
        let fits = self.b.call("fits", self.library["made_by"], wanted);
        self.check(fits, |b| b.jump(next, []));
        let parts = self.b.op("parts", self.variant, Op::As(self.variant), [value.into()]);
        for (arg, index) in args.iter().zip(1i64..) {
            let part = self.b.op("part", self.any, Data::ArrayGetU, [parts.into(), index.into()]);
            self.pattern(part, arg, next);
        }
    }
}

/// The name, the parameters and the body of a function.
type Function<'e, 't> = (&'e Exp<'t>, &'e [Exp<'t>], &'e Exp<'t>);

/// The function that `(def (name param ...) body)` or `(fn (param ...) body)` is. In its own body,
/// one without a name is `fn`.
fn function<'e, 't>(exp: &'e Exp<'t>) -> Option<Function<'e, 't>> {
    let [name, head, body] = exp.parts() else { return None };
    match (name.word(), head.parts()) {
        ("def", [name, params @ ..]) => Some((name, params, body)),
        ("fn", params) => Some((name, params, body)),
        _ => None,
    }
}

fn is_constructor(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// What an operator does with integers or strings.
fn operator(sign: &str) -> Option<Prim> {
    Some(match sign {
        "+" => Prim::Int(IntOp::SAdd, Width::I64),
        "-" => Prim::Int(IntOp::SSub, Width::I64),
        "*" => Prim::Int(IntOp::SMul, Width::I64),
        "/" => Prim::Int(IntOp::SDiv, Width::I64),
        "=" => Prim::Cmp(CmpOp::Eq, Width::I64),
        "<" => Prim::Cmp(CmpOp::Slt, Width::I64),
        "++" => Prim::Rt(Rt::StrConcat),
        "same" => Prim::Rt(Rt::StrEq),
        _ => return None,
    })
}
