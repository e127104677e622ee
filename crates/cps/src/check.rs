//! Checks every invariant of the language and reports all violations at once:
//!
//! - every variable is bound once, and used only while its binding is in scope;
//! - a continuation is used only as one, and only in the function that binds it;
//! - values, functions and continuations have the types that their uses want;
//! - elements of arrays, contents of refs and global cells are spread over as
//!   many operands as they have components;
//! - cases of a switch are distinct, and complete where there is no default;
//! - exports and the entry are functions of the module; those that define foreign functions have
//!   their types and need no runtime;
//! - nesting is at most [`MAX_NESTING`] deep.

mod freestanding;
mod ops;
mod rule;

pub use rule::Rule;

use crate::{Atom, Body, Fun, Let, MAX_NESTING, Module, Tail, Var};
use base::{EntityId, SecondaryMap, Violation};
use prim::Const;
use rustc_hash::FxHashSet;
use types::{Ty, TyId, TyTable, Width};

impl pass::Ir for Module {
    const LANGUAGE: &'static str = "cps";

    fn check(&self) -> Vec<Violation> {
        check(self)
    }
}

/// Every violation of the invariants, in the order of the program.
pub fn check(module: &Module) -> Vec<Violation> {
    let mut cx = Check {
        module,
        types: module.types.clone(),
        scope: SecondaryMap::new(),
        what: SecondaryMap::with_default(Kind::Value),
        function: 0,
        functions: 0,
        depth: 0,
        too_deep: false,
        outermost: None,
        found: Vec::new(),
    };
    cx.module();
    cx.found
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Scope {
    #[default]
    Unbound,
    Open,
    Closed,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Value,
    /// A continuation of the function with this number.
    Cont(u32),
}

struct Check<'m> {
    module: &'m Module,
    types: TyTable,
    scope: SecondaryMap<Var, Scope>,
    what: SecondaryMap<Var, Kind>,
    /// The function that is being checked.
    function: u32,
    functions: u32,
    depth: usize,
    too_deep: bool,
    /// The function of the module that is being checked, by its number.
    outermost: Option<usize>,
    found: Vec<Violation>,
}

impl<'m> Check<'m> {
    fn module(&mut self) {
        for import in &self.module.imports {
            self.bind(import.var, Kind::Value);
            if !matches!(self.types.get(self.ty(import.var)), Ty::Fun(..)) {
                self.error(
                    Rule::Import,
                    format!("import {} is not a function", self.show(import.var)),
                );
            }
        }
        let funs = &self.module.funs;
        funs.iter().for_each(|fun| self.bind(fun.name, Kind::Value));
        for (number, fun) in funs.iter().enumerate() {
            self.outermost = Some(number);
            self.fun(fun);
        }
        self.outermost = None;
        for export in self.module.exports.iter().chain(&self.module.entry) {
            if !self.module.funs.iter().any(|fun| fun.name == *export) {
                self.error(
                    Rule::Export,
                    format!("{} is not a function of the module", self.show(*export)),
                );
            }
        }
        self.defines();
        if let Some(entry) = self.module.entry
            && *self.types.get(self.ty(entry)) != Ty::Fun(vec![], vec![])
        {
            self.error(
                Rule::EntryType,
                format!("the entry {} takes or gives something", self.show(entry)),
            );
        }
    }

    fn error(&mut self, rule: Rule, what: String) {
        let function = self.outermost;
        self.found.push(Violation { rule: rule.title(), what, function, span: None });
    }

    fn show(&self, var: Var) -> String {
        match self.module.vars.get(var) {
            Some(info) => format!("{}.{}", info.name, var.index()),
            None => format!("unknown variable {}", var.index()),
        }
    }

    fn ty(&self, var: Var) -> TyId {
        match self.module.vars.get(var) {
            Some(info) => info.ty,
            None => TyId::from_index(0),
        }
    }

    fn bind(&mut self, var: Var, kind: Kind) {
        if self.module.vars.get(var).is_none() {
            self.error(Rule::Undeclared, format!("{} is bound", self.show(var)));
            return;
        }
        if self.scope[var] != Scope::Unbound {
            self.error(Rule::BoundTwice, format!("{} is bound twice", self.show(var)));
        }
        self.scope[var] = Scope::Open;
        self.what[var] = kind;
        if kind != Kind::Value && !matches!(self.types.get(self.ty(var)), Ty::Cont(_)) {
            self.error(Rule::ContType, format!("continuation {} has another type", self.show(var)));
        }
    }

    fn close(&mut self, var: Var) {
        if self.module.vars.get(var).is_some() {
            self.scope[var] = Scope::Closed;
        }
    }

    fn in_scope(&mut self, var: Var) -> bool {
        if self.module.vars.get(var).is_none() {
            self.error(Rule::Undeclared, format!("{} is used", self.show(var)));
            return false;
        }
        match self.scope[var] {
            Scope::Open => true,
            Scope::Unbound => {
                self.error(Rule::Scope, format!("{} is used and not bound", self.show(var)));
                false
            }
            Scope::Closed => {
                self.error(Rule::Scope, format!("{} is used outside its scope", self.show(var)));
                false
            }
        }
    }

    /// The type of an operand; nothing if that has been reported to be wrong.
    fn atom(&mut self, atom: &Atom) -> Option<TyId> {
        match atom {
            Atom::Const(constant) => Some(const_ty(&mut self.types, constant)),
            Atom::Var(v) => {
                if !self.in_scope(*v) {
                    return None;
                }
                if self.what[*v] != Kind::Value {
                    self.error(
                        Rule::ContAsValue,
                        format!("continuation {} is used as a value", self.show(*v)),
                    );
                    return None;
                }
                Some(self.ty(*v))
            }
        }
    }

    fn atoms(&mut self, atoms: &[Atom]) -> Option<Vec<TyId>> {
        let types: Vec<_> = atoms.iter().map(|atom| self.atom(atom)).collect();
        types.into_iter().collect()
    }

    /// The types that a continuation takes; nothing if it has been reported to be wrong.
    fn k(&mut self, k: Var) -> Option<Vec<TyId>> {
        if !self.in_scope(k) {
            return None;
        }
        match self.what[k] {
            Kind::Value => {
                self.error(Rule::ValueAsCont, format!("{} is used as a continuation", self.show(k)))
            }
            Kind::Cont(owner) if owner != self.function => {
                self.error(
                    Rule::ContOutside,
                    format!("continuation {} is used in a nested function", self.show(k)),
                );
            }
            Kind::Cont(_) => {}
        }
        let Ty::Cont(params) = self.types.get(self.ty(k)) else { return None };
        Some(params.clone())
    }

    fn expect(&mut self, what: &str, want: &[TyId], got: &[TyId]) {
        if want != got {
            let list = |tys: &[TyId]| {
                let shown: Vec<_> = tys.iter().map(|t| self.types.show(*t).to_string()).collect();
                format!("({})", shown.join(", "))
            };
            self.error(Rule::Types, format!("{what} wants {}, given {}", list(want), list(got)));
        }
    }

    fn group(&mut self, funs: &'m [Fun]) {
        funs.iter().for_each(|fun| self.bind(fun.name, Kind::Value));
        funs.iter().for_each(|fun| self.fun(fun));
    }

    fn fun(&mut self, fun: &'m Fun) {
        let outer = self.function;
        self.functions += 1;
        self.function = self.functions;
        fun.params.iter().for_each(|v| self.bind(*v, Kind::Value));
        self.bind(fun.k, Kind::Cont(self.function));
        let what = format!("function {}", self.show(fun.name));
        if let Ty::Fun(params, results) = self.types.get(self.ty(fun.name)).clone() {
            let given: Vec<_> = fun.params.iter().map(|v| self.ty(*v)).collect();
            self.expect(&what, &params, &given);
            let cont = self.types.intern(Ty::Cont(results));
            self.expect(&format!("return of {what}"), &[cont], &[self.ty(fun.k)]);
        } else {
            self.error(Rule::FunctionType, format!("{what} has another type"));
        }
        self.body(&fun.body);
        fun.params.iter().for_each(|v| self.close(*v));
        self.close(fun.k);
        self.function = outer;
    }

    fn body(&mut self, body: &'m Body) {
        self.depth += 1;
        if self.depth > MAX_NESTING && !std::mem::replace(&mut self.too_deep, true) {
            self.error(Rule::Nesting, format!("nesting is deeper than {MAX_NESTING}"));
        }
        if self.depth <= MAX_NESTING {
            body.lets.iter().for_each(|binding| self.binding(binding));
            self.tail(&body.tail);
            body.lets.iter().flat_map(Let::defs).for_each(|v| self.close(v));
        }
        self.depth -= 1;
    }

    fn binding(&mut self, binding: &'m Let) {
        match binding {
            Let::Op { dst, op, args, .. } => {
                self.op(dst, op, args);
                dst.iter().for_each(|v| self.bind(*v, Kind::Value));
            }
            Let::Funs(funs) => self.group(funs),
            Let::Conts(conts) => {
                let kind = Kind::Cont(self.function);
                conts.iter().for_each(|cont| self.bind(cont.name, kind));
                for cont in conts {
                    cont.params.iter().for_each(|v| self.bind(*v, Kind::Value));
                    let given: Vec<_> = cont.params.iter().map(|v| self.ty(*v)).collect();
                    if let Ty::Cont(want) = self.types.get(self.ty(cont.name)).clone() {
                        let what = format!("continuation {}", self.show(cont.name));
                        self.expect(&what, &want, &given);
                    }
                    self.body(&cont.body);
                    cont.params.iter().for_each(|v| self.close(*v));
                }
            }
            Let::GetHandler { k } => {
                self.bind(*k, Kind::Cont(self.function));
                self.handler("gethandler", self.ty(*k));
            }
            Let::SetHandler { k } => {
                if self.k(*k).is_some() {
                    self.handler("sethandler", self.ty(*k));
                }
            }
            Let::Capture { dst, k } => {
                if self.k(*k).is_some() {
                    self.expect("capture", &[self.ty(*k)], &[self.ty(*dst)]);
                }
                self.bind(*dst, Kind::Value);
            }
        }
    }

    fn handler(&mut self, what: &str, ty: TyId) {
        let [exn, origin] = [Ty::Exn, Ty::Origin].map(|ty| self.types.intern(ty));
        let [want, with_origin] =
            [vec![exn], vec![exn, origin]].map(|tys| self.types.intern(Ty::Cont(tys)));
        if ty != with_origin {
            self.expect(what, &[want], &[ty]);
        }
    }

    fn tail(&mut self, tail: &'m Tail) {
        match tail {
            Tail::Call { fun, args, k, .. } => self.call(fun, args, *k),
            Tail::Jump { k, args } => {
                let want = self.k(*k);
                let given = self.atoms(args);
                if let (Some(want), Some(given)) = (want, given) {
                    self.expect(&format!("jump {}", self.show(*k)), &want, &given);
                }
            }
            Tail::If { cond, .. } => {
                let given = self.atom(cond);
                let want = self.types.bool();
                given.into_iter().for_each(|ty| self.expect("if", &[want], &[ty]));
            }
            Tail::SwitchInt { scrutinee, cases, .. } => self.switch_int(scrutinee, cases),
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                self.switch_sum(scrutinee, *sum, cases, default.is_none());
            }
            Tail::Raise { exn, origin, .. } => {
                let given = origin.as_ref().and_then(|origin| self.atom(origin));
                let want = self.types.intern(Ty::Origin);
                given.into_iter().for_each(|ty| self.expect("raise", &[want], &[ty]));
                let given = self.atom(exn);
                let want = self.types.intern(Ty::Exn);
                given.into_iter().for_each(|ty| self.expect("raise", &[want], &[ty]));
            }
            Tail::Throw { cont, args, .. } => {
                let target = self.atom(cont);
                let given = self.atoms(args);
                if let (Some(target), Some(given)) = (target, given) {
                    if let Ty::Cont(want) = self.types.get(target).clone() {
                        self.expect("throw", &want, &given);
                    } else {
                        self.error(Rule::ThrowTarget, "throw wants a continuation".to_owned());
                    }
                }
            }
            Tail::Unreachable => {}
        }
        tail.bodies().for_each(|body| self.body(body));
    }

    fn call(&mut self, fun: &Atom, args: &[Atom], k: Var) {
        let callee = self.atom(fun);
        let given = self.atoms(args);
        let takes = self.k(k);
        let (Some(callee), Some(given)) = (callee, given) else { return };
        let Ty::Fun(params, results) = self.types.get(callee).clone() else {
            self.error(Rule::Callee, format!("call of a {}", self.types.show(callee)));
            return;
        };
        self.expect("call", &params, &given);
        if let Some(takes) = takes {
            self.expect(&format!("return {}", self.show(k)), &takes, &results);
        }
    }

    fn switch_int(&mut self, scrutinee: &Atom, cases: &[(u64, Body)]) {
        let Some(ty) = self.atom(scrutinee) else { return };
        let Ty::Int(width) = *self.types.get(ty) else {
            self.error(Rule::SwitchedInteger, format!("switch on a {}", self.types.show(ty)));
            return;
        };
        let mut seen = FxHashSet::default();
        for (n, _) in cases {
            if !seen.insert(*n) {
                self.error(Rule::CaseTwice, format!("case {n} stands twice in a switch"));
            }
            if *n & !Width::mask(width) != 0 {
                self.error(Rule::IntegerFits, format!("case {n} is no {width}"));
            }
        }
    }

    fn switch_sum(&mut self, scrutinee: &Atom, id: types::SumId, cases: &[(u32, Body)], all: bool) {
        let given = self.atom(scrutinee);
        let Some(sum) = self.module.types.sums.get(id) else {
            self.error(Rule::UnknownSum, "case on an unknown sum".to_owned());
            return;
        };
        let want = self.types.intern(Ty::Sum(id));
        given.into_iter().for_each(|ty| self.expect("case", &[want], &[ty]));
        let mut seen = FxHashSet::default();
        for (tag, _) in cases {
            match sum.constructors.get(*tag as usize) {
                None => self.error(
                    Rule::UnknownConstructor,
                    format!("{} has no constructor {tag}", sum.name),
                ),
                Some(c) if !seen.insert(*tag) => {
                    self.error(
                        Rule::CaseTwice,
                        format!("constructor {} stands twice in a case", c.name),
                    );
                }
                Some(_) => {}
            }
        }
        if all && seen.len() < sum.constructors.len() {
            self.error(
                Rule::CaseMissing,
                format!("case on {} has no default and not all constructors", sum.name),
            );
        }
    }
}

/// The type of a constant.
pub fn const_ty(types: &mut TyTable, constant: &Const) -> TyId {
    match constant {
        Const::Int(w, _) => types.int(*w),
        Const::F32(_) => types.intern(Ty::F32),
        Const::F64(_) => types.intern(Ty::F64),
        Const::Str(_) => types.intern(Ty::Str),
        Const::Big(_) => types.intern(Ty::Big),
        Const::Null => types.intern(Ty::Ptr),
    }
}

#[cfg(test)]
mod tests;
