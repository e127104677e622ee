//! A program from a seed: well-typed, ending, and with one right output.
//!
//! Expressions are made from the type that is wanted. A function calls only what was
//! declared before it, and itself with a smaller counter or a part of its argument; functions
//! are in no reference, array or datatype, so that all recursion can be seen.

mod exp;
mod functions;
mod module;
mod pat;
mod types;

use super::eval;
use super::syntax::{BOOL, Con, Data, DataId, Dec, EXCEPTIONS, Exp, ExpKind, FAIL, Lit, Pat};
use super::syntax::{PatKind, Program, Ty, TyVar, TyVarInfo, Var, VarInfo};
use crate::oracle::{End, Outcome};
use base::rng::Rng;
use std::rc::Rc;

pub(crate) use pat::{parts, variables};

/// Steps that the direct interpreter may take.
pub(crate) const STEPS: u64 = 30_000;

/// Bytes that a program may print.
const MOST_OUTPUT: usize = 20_000;

/// A program and what it prints.
pub(crate) fn generate(seed: u64) -> (Program, Outcome) {
    // A program that takes too long is given up for another.
    for attempt in 0.. {
        let mut generator = Generator::new(Rng::new(seed ^ (attempt << 48) ^ 0x736d_6c00));
        generator.program();
        let outcome = eval::run(&generator.program, STEPS);
        if outcome.end != End::Exhausted && outcome.output.len() <= MOST_OUTPUT {
            return (generator.program, outcome);
        }
    }
    unreachable!("some program is short")
}

/// The frequencies of forms of expressions; each program leaves some out (Groce et al., *Swarm
/// Testing*).
const FORMS: [(Form, u32); 12] = [
    (Form::Var, 25),
    (Form::Op, 32),
    (Form::Intro, 18),
    (Form::App, 14),
    (Form::If, 6),
    (Form::Case, 9),
    (Form::Let, 7),
    (Form::Handle, 5),
    (Form::Raise, 1),
    (Form::Seq, 5),
    (Form::Select, 5),
    (Form::Show, 3),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Var,
    Op,
    Intro,
    App,
    If,
    Case,
    Let,
    Handle,
    Raise,
    Seq,
    Select,
    Show,
}

struct Generator {
    rng: Rng,
    program: Program,
    /// Values in scope.
    vars: Vec<Var>,
    /// Exception constructors in scope.
    exceptions: Vec<Var>,
    /// Datatypes that can be named.
    datas: Vec<DataId>,
    /// Type variables in scope.
    tyvars: Vec<TyVar>,
    /// The calls by which the function being written may call itself.
    calls: Vec<Call>,
    forms: Vec<(u32, Form)>,
    depth: u32,
    numbers: usize,
    /// Names of structures and functors.
    modules: usize,
}

/// A call of a function by itself: with this as its first argument.
#[derive(Clone)]
struct Call {
    fun: Var,
    first: Exp,
    rest: Vec<Ty>,
    result: Ty,
}

impl Generator {
    fn new(mut rng: Rng) -> Generator {
        let varied = rng.chance(60);
        let factor = |rng: &mut Rng| if varied { rng.pick(&[0, 1, 1, 2, 4]) } else { 1 };
        let mut forms: Vec<(u32, Form)> =
            FORMS.iter().map(|(form, weight)| (weight * factor(&mut rng), *form)).collect();
        forms.push((1, Form::Intro));
        let depth = rng.between(2, 4) as u32;
        let exception = |(i, name): (usize, &&str)| {
            let ty = if i == FAIL { Ty::String } else { Ty::unit() };
            VarInfo { name: (*name).to_owned(), params: Vec::new(), ty }
        };
        let vars = EXCEPTIONS.iter().enumerate().map(exception).collect();
        let program = Program { vars, tyvars: Vec::new(), datas: Vec::new(), decs: Vec::new() };
        let mut generator = Generator {
            rng,
            program,
            vars: Vec::new(),
            exceptions: (0..EXCEPTIONS.len()).collect(),
            datas: Vec::new(),
            tyvars: Vec::new(),
            calls: Vec::new(),
            forms,
            depth,
            numbers: 0,
            modules: 0,
        };
        generator.known_datas();
        generator
    }

    /// The datatypes that every program has: see [`super::syntax`] for their numbers.
    fn known_datas(&mut self) {
        let con =
            |name: &str, arg: Option<Ty>| Con { name: name.to_owned(), shown: arg.clone(), arg };
        let data = |name: &str, params: Vec<TyVar>, cons| Data {
            name: name.to_owned(),
            params,
            cons,
            small: vec![0],
        };
        let (item, some) = (self.tyvar(false), self.tyvar(false));
        let pair = Ty::tuple(vec![Ty::Var(item), Ty::list(Ty::Var(item))]);
        self.program.datas = vec![
            data("bool", vec![], vec![con("false", None), con("true", None)]),
            data("list", vec![item], vec![con("nil", None), con("::", Some(pair))]),
            data("option", vec![some], vec![con("NONE", None), con("SOME", Some(Ty::Var(some)))]),
            data(
                "order",
                vec![],
                vec![con("LESS", None), con("EQUAL", None), con("GREATER", None)],
            ),
        ];
        self.datas = vec![0, 1, 2, 3];
    }

    fn tyvar(&mut self, equality: bool) -> TyVar {
        let id = self.program.tyvars.len();
        let name = format!("{}a{id}", if equality { "''" } else { "'" });
        self.program.tyvars.push(TyVarInfo { name, equality });
        id
    }

    fn var(&mut self, prefix: &str, params: Vec<TyVar>, ty: Ty) -> Var {
        let id = self.program.vars.len();
        self.program.vars.push(VarInfo { name: format!("{prefix}{id}"), params, ty });
        id
    }

    fn program(&mut self) {
        for _ in 0..self.rng.between(1, 3) {
            let dec = self.datatype();
            self.program.decs.push(dec);
        }
        for _ in 0..self.rng.between(8, 20) {
            let decs = self.top();
            self.program.decs.extend(decs);
        }
        // What is printed last may leave the program.
        let last = self.printed(3);
        self.program.decs.push(last);
        if self.rng.chance(15) {
            let ty = self.ty(1);
            let exp = self.raise(&ty, 1);
            self.program.decs.push(Dec::Print { number: 0, caught: false, exp });
        }
    }

    fn top(&mut self) -> Vec<Dec> {
        match self.rng.below(20) {
            0 => vec![self.datatype()],
            1 => vec![self.exception()],
            2..=5 => {
                let depth = self.depth;
                vec![self.function(depth)]
            }
            6 | 7 => vec![self.value()],
            8..=10 => self.table(),
            11 => vec![self.comparisons()],
            12 => self.structure(),
            13 => self.functor(),
            _ => {
                let depth = self.depth;
                vec![self.printed(depth)]
            }
        }
    }

    fn exception(&mut self) -> Dec {
        let arg = self.rng.chance(60).then(|| self.ty(1)).filter(|ty| *ty != Ty::unit());
        let var = self.var("E", Vec::new(), arg.clone().unwrap_or_else(Ty::unit));
        self.exceptions.push(var);
        Dec::Exception(var, arg)
    }

    /// A value; nothing leaves it that would end the program.
    fn value(&mut self) -> Dec {
        let ty = if self.rng.chance(10) { self.fun_ty() } else { self.ty(2) };
        let depth = self.depth;
        let exp = self.exp(&ty, depth);
        let exp = self.safe(exp);
        let var = self.var("v", Vec::new(), ty.clone());
        self.vars.push(var);
        Dec::Val(Pat { ty, kind: PatKind::Var(var) }, exp)
    }

    /// The expression, or a constant if it raises.
    fn safe(&mut self, exp: Exp) -> Exp {
        let ty = exp.ty.clone();
        let safe = self.constant(&ty);
        let wild = Pat { ty: Ty::Exn, kind: PatKind::Wild };
        Exp { ty, kind: ExpKind::Handle(Box::new(exp), vec![(wild, safe)]) }
    }

    fn printed(&mut self, depth: u32) -> Dec {
        let ty = self.ty(2);
        let exp = self.exp(&ty, depth);
        self.print(exp)
    }

    fn print(&mut self, exp: Exp) -> Dec {
        self.numbers += 1;
        Dec::Print { number: self.numbers, caught: true, exp }
    }

    /// A function by clauses that says which clause it took, and the values it is tried on: some
    /// made to fit its patterns, so that many clauses are taken.
    fn table(&mut self) -> Vec<Dec> {
        let ty = self.matched_ty();
        let mark = self.vars.len();
        let mut clauses = Vec::new();
        for number in 0..self.rng.between(2, 7) {
            let pat = if self.rng.chance(85) { self.refutable(&ty, 3) } else { self.pat(&ty, 3) };
            let said = self.said(number, mark);
            self.vars.truncate(mark);
            clauses.push((pat, said));
        }
        let mut values = Vec::new();
        for _ in 0..self.rng.between(4, 9) {
            let pat = clauses[self.rng.below(clauses.len())].0.clone();
            let value = if self.rng.chance(75) { self.like(&pat) } else { self.constant(&ty) };
            values.push(value);
        }
        if self.rng.chance(80) {
            let wild = Pat { ty: ty.clone(), kind: PatKind::Wild };
            clauses.push((wild, text("none")));
        }
        let fun = Exp { ty: Ty::fun(ty.clone(), Ty::String), kind: ExpKind::Fn(Rc::new(clauses)) };
        let list = list(&ty, values);
        let kind = ExpKind::Op(super::ops::find("map $1 $2"), vec![fun, list]);
        let mapped = Exp { ty: Ty::list(Ty::String), kind };
        vec![self.print(mapped)]
    }

    /// Comparisons of values: each with one like it that differs in little, or not at all.
    fn comparisons(&mut self) -> Dec {
        let ty = self.equality_ty();
        let mut results = Vec::new();
        for _ in 0..self.rng.between(3, 7) {
            let value = self.constant(&ty);
            let other = if self.rng.chance(85) { self.varied(&value) } else { self.constant(&ty) };
            let name = if self.rng.chance(80) { "$1 = $2" } else { "$1 <> $2" };
            let kind = ExpKind::Op(super::ops::find(name), vec![value, other]);
            results.push(Exp { ty: Ty::bool(), kind });
        }
        self.print(list(&Ty::bool(), results))
    }

    /// A value with some part replaced by another, perhaps.
    fn varied(&mut self, value: &Exp) -> Exp {
        if self.rng.chance(15) {
            return self.constant(&value.ty);
        }
        let mut exp = value.clone();
        if let ExpKind::Record(fields) = &mut exp.kind
            && !fields.is_empty()
        {
            let at = self.rng.below(fields.len());
            fields[at].1 = self.varied(&fields[at].1);
        } else if let ExpKind::Con(_, Some(arg)) = &mut exp.kind {
            **arg = self.varied(arg);
        } else if let ExpKind::Vector(items) | ExpKind::Op(_, items) = &mut exp.kind
            && !items.is_empty()
        {
            let at = self.rng.below(items.len());
            items[at] = self.varied(&items[at]);
        }
        exp
    }

    /// The number of a clause, and what its pattern bound.
    fn said(&mut self, number: usize, mark: usize) -> Exp {
        let mut said = text(&number.to_string());
        for var in &self.vars[mark..] {
            let of = self.variable(*var);
            let shown = Exp { ty: Ty::String, kind: ExpKind::Show(Box::new(of)) };
            let op = super::ops::find("$1 ^ $2");
            said = Exp { ty: Ty::String, kind: ExpKind::Op(op, vec![said, shown]) };
        }
        said
    }

    fn variable(&self, var: Var) -> Exp {
        Exp { ty: self.program.vars[var].ty.clone(), kind: ExpKind::Var(var) }
    }
}

fn text(text: &str) -> Exp {
    Exp { ty: Ty::String, kind: ExpKind::Lit(Lit::String(text.as_bytes().to_vec())) }
}

fn truth(is: bool) -> Exp {
    Exp { ty: Ty::Data(BOOL, Vec::new()), kind: ExpKind::Con(u32::from(is), None) }
}

fn list(of: &Ty, items: Vec<Exp>) -> Exp {
    let ty = Ty::list(of.clone());
    let empty = Exp { ty: ty.clone(), kind: ExpKind::Con(0, None) };
    items.into_iter().rev().fold(empty, |tail, head| {
        let pair = tuple(vec![head, tail]);
        Exp { ty: ty.clone(), kind: ExpKind::Con(1, Some(Box::new(pair))) }
    })
}

fn tuple(items: Vec<Exp>) -> Exp {
    let ty = Ty::tuple(items.iter().map(|item| item.ty.clone()).collect());
    let fields = (1..).map(|n: usize| n.to_string()).zip(items).collect();
    Exp { ty, kind: ExpKind::Record(fields) }
}
