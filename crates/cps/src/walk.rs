//! Operands, binders, fresh copies, free variables, size and use counts.
//!
//! All walks recurse into nested bodies, never over the bindings of one.

use crate::{Atom, Body, Cont, Fun, Let, Module, Tail, Var, VarInfo};
use base::{Pos, PrimaryMap, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a variable is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Use {
    /// As an operand, or as what is thrown to.
    Value,
    /// As the function of a call.
    Callee,
    /// A continuation that a call returns to.
    Return,
    /// A continuation that is jumped to.
    Jump,
    /// A continuation made the handler.
    Handler,
    /// A continuation captured.
    Capture,
}

impl Atom {
    /// The variable, if it is one.
    pub fn var(&self) -> Option<Var> {
        match self {
            Atom::Var(v) => Some(*v),
            Atom::Const(_) => None,
        }
    }
}

impl Let {
    /// The variables that it binds in what follows; not parameters.
    pub fn each_def(&self, f: &mut dyn FnMut(Var)) {
        match self {
            Let::Op { dst, .. } => dst.iter().for_each(|v| f(*v)),
            Let::Funs(funs) => funs.iter().for_each(|fun| f(fun.name)),
            Let::Conts(conts) => conts.iter().for_each(|cont| f(cont.name)),
            Let::GetHandler { k } => f(*k),
            Let::SetHandler { .. } => {}
            Let::Capture { dst, .. } => f(*dst),
        }
    }

    /// Its own uses, not those in nested bodies.
    pub fn each_own_use(&self, f: &mut dyn FnMut(Var, Use)) {
        match self {
            Let::Op { args, .. } => values(args, f),
            Let::Funs(_) | Let::Conts(_) | Let::GetHandler { .. } => {}
            Let::SetHandler { k } => f(*k, Use::Handler),
            Let::Capture { k, .. } => f(*k, Use::Capture),
        }
    }

    /// The bodies in it.
    pub fn each_body(&self, f: &mut dyn FnMut(&Body)) {
        match self {
            Let::Funs(funs) => funs.iter().for_each(|fun| f(&fun.body)),
            Let::Conts(conts) => conts.iter().for_each(|cont| f(&cont.body)),
            Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {}
        }
    }
}

fn values(atoms: &[Atom], f: &mut dyn FnMut(Var, Use)) {
    atoms.iter().filter_map(Atom::var).for_each(|v| f(v, Use::Value));
}

impl Tail {
    /// Its own uses, not those in nested bodies.
    pub fn each_own_use(&self, f: &mut dyn FnMut(Var, Use)) {
        let one = |atom: &Atom, how: Use, f: &mut dyn FnMut(Var, Use)| {
            if let Atom::Var(v) = atom {
                f(*v, how);
            }
        };
        match self {
            Tail::Call { fun, args, k, .. } => {
                one(fun, Use::Callee, f);
                values(args, f);
                f(*k, Use::Return);
            }
            Tail::Jump { k, args } => {
                f(*k, Use::Jump);
                values(args, f);
            }
            Tail::If { cond: atom, .. }
            | Tail::SwitchInt { scrutinee: atom, .. }
            | Tail::SwitchSum { scrutinee: atom, .. } => one(atom, Use::Value, f),
            Tail::Raise { exn, origin, .. } => {
                one(exn, Use::Value, f);
                values(origin.as_slice(), f);
            }
            Tail::Throw { cont, args, .. } => {
                one(cont, Use::Value, f);
                values(args, f);
            }
            Tail::Unreachable => {}
        }
    }

    /// The bodies in it, in order.
    pub fn each_body<'a>(&'a self, f: &mut dyn FnMut(&'a Body)) {
        match self {
            Tail::If { then, els, .. } => {
                f(then);
                f(els);
            }
            Tail::SwitchInt { cases, default, .. } => {
                cases.iter().for_each(|(_, body)| f(body));
                f(default);
            }
            Tail::SwitchSum { cases, default, .. } => {
                cases.iter().for_each(|(_, body)| f(body));
                default.iter().for_each(|body| f(body));
            }
            Tail::Call { .. }
            | Tail::Jump { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => {}
        }
    }

    /// The bodies in it, in order.
    pub fn each_body_mut(&mut self, f: &mut dyn FnMut(&mut Body)) {
        match self {
            Tail::If { then, els, .. } => {
                f(then);
                f(els);
            }
            Tail::SwitchInt { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, body)| f(body));
                f(default);
            }
            Tail::SwitchSum { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, body)| f(body));
                default.iter_mut().for_each(|body| f(body));
            }
            Tail::Call { .. }
            | Tail::Jump { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => {}
        }
    }
}

/// Calls `f` with every use of a variable in a body and all bodies in it.
pub fn each_use(body: &Body, f: &mut dyn FnMut(Var, Use)) {
    for binding in &body.lets {
        binding.each_own_use(f);
        binding.each_body(&mut |body| each_use(body, f));
    }
    body.tail.each_own_use(f);
    body.tail.each_body(&mut |body| each_use(body, f));
}

/// Calls `f` with every variable that a body and the bodies in it bind,
/// parameters too.
pub fn each_binder(body: &Body, f: &mut dyn FnMut(Var)) {
    for binding in &body.lets {
        binding.each_def(f);
        match binding {
            Let::Funs(funs) => {
                for fun in funs {
                    fun.params.iter().for_each(|v| f(*v));
                    f(fun.k);
                }
            }
            Let::Conts(conts) => conts.iter().flat_map(|c| &c.params).for_each(|v| f(*v)),
            Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {}
        }
        binding.each_body(&mut |body| each_binder(body, f));
    }
    body.tail.each_body(&mut |body| each_binder(body, f));
}

/// The variables that a body uses and does not bind, in order of first use.
pub fn free_vars(body: &Body) -> Vec<Var> {
    let mut seen = FxHashSet::default();
    each_binder(body, &mut |v| {
        seen.insert(v);
    });
    let mut free = Vec::new();
    each_use(body, &mut |v, _| {
        if seen.insert(v) {
            free.push(v);
        }
    });
    free
}

/// How many bindings and tails there are in a body, nested ones too.
pub fn size(body: &Body) -> usize {
    size_up_to(body, usize::MAX)
}

/// As [`size`], but stops counting once there are more than `limit`.
pub fn size_up_to(body: &Body, limit: usize) -> usize {
    fn add(body: &Body, limit: usize, total: &mut usize) {
        *total += 1;
        for binding in &body.lets {
            if *total > limit {
                return;
            }
            *total += 1;
            binding.each_body(&mut |body| add_more(body, limit, total));
        }
        body.tail.each_body(&mut |body| add_more(body, limit, total));
    }
    fn add_more(body: &Body, limit: usize, total: &mut usize) {
        if *total <= limit {
            add(body, limit, total);
        }
    }
    let mut total = 0;
    add(body, limit, &mut total);
    total
}

impl Module {
    /// How many bindings and tails there are.
    pub fn size(&self) -> usize {
        self.funs.iter().map(|fun| 1 + size(&fun.body)).sum()
    }

    /// How often each variable is used; exports and the entry count as uses.
    pub fn use_counts(&self) -> SecondaryMap<Var, u32> {
        let mut counts = SecondaryMap::new();
        for fun in &self.funs {
            each_use(&fun.body, &mut |v, _| counts[v] += 1);
        }
        self.exports.iter().chain(&self.entry).for_each(|v| counts[*v] += 1);
        counts
    }

    /// A new variable like another.
    pub fn fresh_like(&mut self, var: Var) -> Var {
        let info = self.vars[var].clone();
        self.vars.push(info)
    }
}

/// Calls `value` with every operand and `cont` with every use of a
/// continuation in a body and all bodies in it, to change them.
pub fn each_operand_mut(
    body: &mut Body,
    value: &mut dyn FnMut(&mut Atom),
    cont: &mut dyn FnMut(&mut Var),
) {
    for binding in &mut body.lets {
        match binding {
            Let::Op { args, .. } => args.iter_mut().for_each(&mut *value),
            Let::Funs(funs) => {
                funs.iter_mut().for_each(|fun| each_operand_mut(&mut fun.body, value, cont));
            }
            Let::Conts(conts) => {
                conts.iter_mut().for_each(|c| each_operand_mut(&mut c.body, value, cont));
            }
            Let::GetHandler { .. } => {}
            Let::SetHandler { k } | Let::Capture { k, .. } => cont(k),
        }
    }
    own_operands_mut(&mut body.tail, value, cont);
    body.tail.each_body_mut(&mut |body| each_operand_mut(body, value, cont));
}

/// Calls `value` with every operand of the tail itself and `cont` with every
/// continuation that it names.
pub fn own_operands_mut(
    tail: &mut Tail,
    value: &mut dyn FnMut(&mut Atom),
    cont: &mut dyn FnMut(&mut Var),
) {
    match tail {
        Tail::Call { fun, args, k, .. } => {
            value(fun);
            args.iter_mut().for_each(value);
            cont(k);
        }
        Tail::Jump { k, args } => {
            args.iter_mut().for_each(value);
            cont(k);
        }
        Tail::If { cond: atom, .. }
        | Tail::SwitchInt { scrutinee: atom, .. }
        | Tail::SwitchSum { scrutinee: atom, .. } => value(atom),
        Tail::Raise { exn, origin, .. } => {
            value(exn);
            origin.iter_mut().for_each(value);
        }
        Tail::Throw { cont, args, .. } => {
            value(cont);
            args.iter_mut().for_each(value);
        }
        Tail::Unreachable => {}
    }
}

/// Makes copies of bodies with fresh variables for all that they bind.
pub struct Copier<'a> {
    /// Gives the fresh variables.
    pub vars: &'a mut PrimaryMap<Var, VarInfo>,
    /// What stands for a variable in the copy; others stand for themselves.
    pub map: FxHashMap<Var, Atom>,
    /// The position in the copy.
    pub pos: &'a mut dyn FnMut(Pos) -> Pos,
}

impl Copier<'_> {
    /// A copy of a body.
    pub fn body(&mut self, body: &Body) -> Body {
        let lets = body.lets.iter().map(|binding| self.binding(binding)).collect();
        Body { lets, tail: self.tail(&body.tail) }
    }

    /// A copy of a function, under a name that is already in the map or fresh.
    pub fn fun(&mut self, fun: &Fun) -> Fun {
        let name = self.known_or_fresh(fun.name);
        let params = self.binders(&fun.params);
        let k = self.binder(fun.k);
        Fun { name, params, k, body: self.body(&fun.body), pos: (self.pos)(fun.pos) }
    }

    /// A copy of a continuation, under a name that is already in the map or fresh.
    pub fn cont(&mut self, cont: &Cont) -> Cont {
        let name = self.known_or_fresh(cont.name);
        let params = self.binders(&cont.params);
        let (body, short) = (self.body(&cont.body), cont.short);
        Cont { name, params, body, short, pos: (self.pos)(cont.pos) }
    }

    fn known_or_fresh(&mut self, name: Var) -> Var {
        match self.map.get(&name).and_then(Atom::var) {
            Some(var) => var,
            None => self.binder(name),
        }
    }

    fn binder(&mut self, var: Var) -> Var {
        let fresh = self.vars.push(self.vars[var].clone());
        self.map.insert(var, Atom::Var(fresh));
        fresh
    }

    fn binders(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter().map(|v| self.binder(*v)).collect()
    }

    fn atom(&self, atom: &Atom) -> Atom {
        match atom {
            Atom::Var(v) => self.map.get(v).unwrap_or(atom).clone(),
            Atom::Const(_) => atom.clone(),
        }
    }

    fn atoms(&self, atoms: &[Atom]) -> Vec<Atom> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    fn k(&self, k: Var) -> Var {
        self.map.get(&k).and_then(Atom::var).unwrap_or(k)
    }

    fn binding(&mut self, binding: &Let) -> Let {
        match binding {
            Let::Op { dst, op, args, pos } => {
                let args = self.atoms(args);
                let dst = self.binders(dst);
                Let::Op { dst, op: op.clone(), args, pos: (self.pos)(*pos) }
            }
            Let::Funs(funs) => {
                funs.iter().for_each(|fun| {
                    self.binder(fun.name);
                });
                Let::Funs(funs.iter().map(|fun| self.fun(fun)).collect())
            }
            Let::Conts(conts) => {
                conts.iter().for_each(|cont| {
                    self.binder(cont.name);
                });
                Let::Conts(conts.iter().map(|cont| self.cont(cont)).collect())
            }
            Let::GetHandler { k } => Let::GetHandler { k: self.binder(*k) },
            Let::SetHandler { k } => Let::SetHandler { k: self.k(*k) },
            Let::Capture { dst, k } => Let::Capture { k: self.k(*k), dst: self.binder(*dst) },
        }
    }

    fn boxed(&mut self, body: &Body) -> Box<Body> {
        Box::new(self.body(body))
    }

    fn tail(&mut self, tail: &Tail) -> Tail {
        match tail {
            Tail::Call { fun, args, k, pos } => Tail::Call {
                fun: self.atom(fun),
                args: self.atoms(args),
                k: self.k(*k),
                pos: (self.pos)(*pos),
            },
            Tail::Jump { k, args } => Tail::Jump { k: self.k(*k), args: self.atoms(args) },
            Tail::If { cond, then, els } => {
                Tail::If { cond: self.atom(cond), then: self.boxed(then), els: self.boxed(els) }
            }
            Tail::SwitchInt { scrutinee, cases, default } => Tail::SwitchInt {
                scrutinee: self.atom(scrutinee),
                cases: cases.iter().map(|(n, body)| (*n, self.body(body))).collect(),
                default: self.boxed(default),
            },
            Tail::SwitchSum { scrutinee, sum, cases, default } => Tail::SwitchSum {
                scrutinee: self.atom(scrutinee),
                sum: *sum,
                cases: cases.iter().map(|(tag, body)| (*tag, self.body(body))).collect(),
                default: default.as_ref().map(|body| self.boxed(body)),
            },
            Tail::Raise { exn, origin, pos } => Tail::Raise {
                exn: self.atom(exn),
                origin: origin.as_ref().map(|origin| self.atom(origin)),
                pos: (self.pos)(*pos),
            },
            Tail::Throw { cont, args, pos } => {
                Tail::Throw { cont: self.atom(cont), args: self.atoms(args), pos: (self.pos)(*pos) }
            }
            Tail::Unreachable => Tail::Unreachable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_same_up_to_renaming_and_binds_nothing_twice() {
        let mut module = crate::parse(include_bytes!("../tests/all.cps")).unwrap();
        let original = module.clone();
        let fun = module.funs[0].clone();
        let map = FxHashMap::default();
        let copy = Copier { vars: &mut module.vars, map, pos: &mut |pos| pos }.fun(&fun);
        let mut bound: Vec<Var> = Vec::new();
        each_binder(&fun.body, &mut |v| bound.push(v));
        each_binder(&copy.body, &mut |v| bound.push(v));
        let distinct: FxHashSet<Var> = bound.iter().copied().collect();
        assert_eq!(distinct.len(), bound.len());
        assert_eq!(size(&copy.body), size(&fun.body));
        (module.exports, module.entry) = (vec![copy.name], Some(copy.name));
        module.funs = vec![copy];
        assert!(crate::alpha_eq(&original, &module));
    }

    #[test]
    fn what_is_bound_outside_is_free() {
        let module = crate::parse(
            b"cps 1 fun f(x: i64) return k: cont(i64) {
                fun g(y: i64) return l: cont(i64) { z: i64 = add.i64 x y call f z return l }
                call g x return k }",
        )
        .unwrap();
        let Let::Funs(funs) = &module.funs[0].body.lets[0] else { panic!() };
        let names: Vec<_> =
            free_vars(&funs[0].body).iter().map(|v| &*module.vars[*v].name).collect();
        assert_eq!(names, ["x", "y", "f", "l"]);
        assert_eq!((size(&module.funs[0].body), size_up_to(&module.funs[0].body, 2)), (4, 3));
    }
}
