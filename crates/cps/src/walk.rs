//! The questions that every pass asks of a term, in the words that all three languages have for
//! them; and fresh copies.
//!
//! ```text
//! Let, Tail   operands, bodies   its own, in the order of the text, not those of the bodies inside
//!             defs               what a binding binds in what follows it
//!             uses               the variables that it uses, and how
//! Body        each_use, each_binder, each_operand_mut, each_k_mut, size    also of all bodies inside
//! ```
//! A binder is any variable that is bound, be it by a binding or as a parameter; the continuations
//! that are named are uses and no operands. All walks recurse into nested bodies, never over the
//! bindings of one.

use crate::{Atom, Body, Cont, Fun, Let, Module, Tail, Var, VarInfo};
use base::{Pos, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

/// A way in which a variable is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Use {
    /// An operand, or the continuation of a throw.
    Value,
    /// The function of a call.
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
    /// The variables it binds in what follows it.
    pub fn defs(&self) -> impl Iterator<Item = Var> {
        let (dst, funs, conts, one): (&[Var], &[Fun], &[Cont], Option<Var>) = match self {
            Let::Op { dst, .. } => (dst, &[], &[], None),
            Let::Funs(funs) => (&[], funs, &[], None),
            Let::Conts(conts) => (&[], &[], conts, None),
            Let::GetHandler { k } => (&[], &[], &[], Some(*k)),
            Let::SetHandler { .. } => (&[], &[], &[], None),
            Let::Capture { dst, .. } => (&[], &[], &[], Some(*dst)),
        };
        let funs = funs.iter().map(|fun| fun.name);
        dst.iter().copied().chain(funs).chain(conts.iter().map(|cont| cont.name)).chain(one)
    }

    /// The variables it uses, not those of the bodies inside.
    pub fn uses(&self) -> impl Iterator<Item = (Var, Use)> {
        let (args, k): (&[Atom], _) = match self {
            Let::Op { args, .. } => (args, None),
            Let::Funs(_) | Let::Conts(_) | Let::GetHandler { .. } => (&[], None),
            Let::SetHandler { k } => (&[], Some((*k, Use::Handler))),
            Let::Capture { k, .. } => (&[], Some((*k, Use::Capture))),
        };
        values(args).chain(k)
    }

    /// Its operands.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Atom> {
        let args: &mut [Atom] = match self {
            Let::Op { args, .. } => args,
            Let::Funs(_) | Let::Conts(_) | Let::GetHandler { .. } => &mut [],
            Let::SetHandler { .. } | Let::Capture { .. } => &mut [],
        };
        args.iter_mut()
    }

    /// The continuation that it names.
    fn k_mut(&mut self) -> Option<&mut Var> {
        match self {
            Let::SetHandler { k } | Let::Capture { k, .. } => Some(k),
            Let::Op { .. } | Let::Funs(_) | Let::Conts(_) | Let::GetHandler { .. } => None,
        }
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let (funs, conts): (&[Fun], &[Cont]) = match self {
            Let::Funs(funs) => (funs, &[]),
            Let::Conts(conts) => (&[], conts),
            Let::Op { .. } | Let::GetHandler { .. } => (&[], &[]),
            Let::SetHandler { .. } | Let::Capture { .. } => (&[], &[]),
        };
        funs.iter().map(|fun| &fun.body).chain(conts.iter().map(|cont| &cont.body))
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let (funs, conts): (&mut [Fun], &mut [Cont]) = match self {
            Let::Funs(funs) => (funs, &mut []),
            Let::Conts(conts) => (&mut [], conts),
            Let::Op { .. } | Let::GetHandler { .. } => (&mut [], &mut []),
            Let::SetHandler { .. } | Let::Capture { .. } => (&mut [], &mut []),
        };
        let funs = funs.iter_mut().map(|fun| &mut fun.body);
        funs.chain(conts.iter_mut().map(|cont| &mut cont.body))
    }
}

fn values(atoms: &[Atom]) -> impl Iterator<Item = (Var, Use)> {
    atoms.iter().filter_map(Atom::var).map(|v| (v, Use::Value))
}

impl Tail {
    /// The variables it uses, not those of the bodies inside.
    pub fn uses(&self) -> impl Iterator<Item = (Var, Use)> {
        let one = |atom: &Atom, how: Use| atom.var().map(|v| (v, how));
        let (first, args, k): (_, &[Atom], _) = match self {
            Tail::Call { fun, args, k, .. } => {
                (one(fun, Use::Callee), args, Some((*k, Use::Return)))
            }
            Tail::Jump { k, args } => (Some((*k, Use::Jump)), args, None),
            Tail::If { cond: atom, .. }
            | Tail::SwitchInt { scrutinee: atom, .. }
            | Tail::SwitchSum { scrutinee: atom, .. } => (one(atom, Use::Value), &[], None),
            Tail::Raise { exn, origin, .. } => (one(exn, Use::Value), origin.as_slice(), None),
            Tail::Throw { cont, args, .. } => (one(cont, Use::Value), args, None),
            Tail::Unreachable => (None, &[], None),
        };
        first.into_iter().chain(values(args)).chain(k)
    }

    /// Its operands, not those of the bodies inside.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Atom> {
        let (first, args): (Option<&mut Atom>, &mut [Atom]) = match self {
            Tail::Call { fun, args, .. } => (Some(fun), args),
            Tail::Jump { args, .. } => (None, args),
            Tail::If { cond: atom, .. }
            | Tail::SwitchInt { scrutinee: atom, .. }
            | Tail::SwitchSum { scrutinee: atom, .. } => (Some(atom), &mut []),
            Tail::Raise { exn, origin, .. } => (Some(exn), origin.as_mut_slice()),
            Tail::Throw { cont, args, .. } => (Some(cont), args),
            Tail::Unreachable => (None, &mut []),
        };
        first.into_iter().chain(args)
    }

    /// The continuation that it names.
    fn k_mut(&mut self) -> Option<&mut Var> {
        match self {
            Tail::Call { k, .. } | Tail::Jump { k, .. } => Some(k),
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => None,
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => None,
        }
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        type Cases<'a, T> = &'a [(T, Body)];
        let (two, ints, sums, default): (_, Cases<'_, u64>, Cases<'_, u32>, Option<&Body>) =
            match self {
                Tail::If { then, els, .. } => (Some([&**then, &**els]), &[], &[], None),
                Tail::SwitchInt { cases, default, .. } => (None, cases, &[], Some(default)),
                Tail::SwitchSum { cases, default, .. } => (None, &[], cases, default.as_deref()),
                Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => {
                    (None, &[], &[], None)
                }
                Tail::Throw { .. } | Tail::Unreachable => (None, &[], &[], None),
            };
        let ints = ints.iter().map(|(_, body)| body);
        let sums = sums.iter().map(|(_, body)| body);
        two.into_iter().flatten().chain(ints).chain(sums).chain(default)
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        type Cases<'a, T> = &'a mut [(T, Body)];
        let (two, ints, sums, default): (_, Cases<'_, u64>, Cases<'_, u32>, Option<&mut Body>) =
            match self {
                Tail::If { then, els, .. } => {
                    (Some([&mut **then, &mut **els]), &mut [], &mut [], None)
                }
                Tail::SwitchInt { cases, default, .. } => (None, cases, &mut [], Some(default)),
                Tail::SwitchSum { cases, default, .. } => {
                    (None, &mut [], cases, default.as_deref_mut())
                }
                Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => {
                    (None, &mut [], &mut [], None)
                }
                Tail::Throw { .. } | Tail::Unreachable => (None, &mut [], &mut [], None),
            };
        let ints = ints.iter_mut().map(|(_, body)| body);
        let sums = sums.iter_mut().map(|(_, body)| body);
        two.into_iter().flatten().chain(ints).chain(sums).chain(default)
    }
}

impl Body {
    /// Every use of a variable, also in bodies inside.
    pub fn each_use(&self, f: &mut impl FnMut(Var, Use)) {
        for binding in &self.lets {
            binding.uses().for_each(|(v, how)| f(v, how));
            binding.bodies().for_each(|body| body.each_use(f));
        }
        self.tail.uses().for_each(|(v, how)| f(v, how));
        self.tail.bodies().for_each(|body| body.each_use(f));
    }

    /// Every variable bound, also in bodies inside, parameters too.
    pub fn each_binder(&self, f: &mut impl FnMut(Var)) {
        for binding in &self.lets {
            binding.defs().for_each(&mut *f);
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
            binding.bodies().for_each(|body| body.each_binder(f));
        }
        self.tail.bodies().for_each(|body| body.each_binder(f));
    }

    /// Every operand, also in bodies inside, to be changed.
    pub fn each_operand_mut(&mut self, f: &mut impl FnMut(&mut Atom)) {
        for binding in &mut self.lets {
            binding.operands_mut().for_each(&mut *f);
            binding.bodies_mut().for_each(|body| body.each_operand_mut(f));
        }
        self.tail.operands_mut().for_each(&mut *f);
        self.tail.bodies_mut().for_each(|body| body.each_operand_mut(f));
    }

    /// Every continuation that is named, also in bodies inside, to be changed.
    pub fn each_k_mut(&mut self, f: &mut impl FnMut(&mut Var)) {
        for binding in &mut self.lets {
            binding.k_mut().into_iter().for_each(&mut *f);
            binding.bodies_mut().for_each(|body| body.each_k_mut(f));
        }
        self.tail.k_mut().into_iter().for_each(&mut *f);
        self.tail.bodies_mut().for_each(|body| body.each_k_mut(f));
    }

    /// The number of bindings and tails, also of bodies inside.
    pub fn size(&self) -> usize {
        self.size_up_to(usize::MAX)
    }

    /// As [`Body::size`], but stops counting once there are more than `limit`.
    pub fn size_up_to(&self, limit: usize) -> usize {
        let mut total = 0;
        self.add_size(limit, &mut total);
        total
    }

    fn add_size(&self, limit: usize, total: &mut usize) {
        if *total > limit {
            return;
        }
        *total += 1;
        for binding in &self.lets {
            if *total > limit {
                return;
            }
            *total += 1;
            binding.bodies().for_each(|body| body.add_size(limit, total));
        }
        self.tail.bodies().for_each(|body| body.add_size(limit, total));
    }
}

impl Module {
    /// The number of bindings and tails.
    pub fn size(&self) -> usize {
        self.funs.iter().map(|fun| 1 + fun.body.size()).sum()
    }

    /// The number of uses of each variable; that a function is a root counts as a use.
    pub fn use_counts(&self) -> SecondaryMap<Var, u32> {
        let mut counts = SecondaryMap::new();
        for fun in &self.funs {
            fun.body.each_use(&mut |v, _| counts[v] += 1);
        }
        self.roots().for_each(|v| counts[v] += 1);
        counts
    }

    /// A new variable like another.
    pub fn fresh_like(&mut self, var: Var) -> Var {
        let info = self.vars[var].clone();
        self.vars.push(info)
    }
}

/// Makes copies of bodies with fresh variables for all that they bind.
pub struct Copier<'a> {
    /// Gives the fresh variables.
    pub vars: &'a mut PrimaryMap<Var, VarInfo>,
    /// The replacements of variables in the copy; others stand for themselves.
    pub map: FxHashMap<Var, Atom>,
    /// The position in the copy, of all code that runs in the frame of what is copied.
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
        let (body, short, packed) = (self.body(&cont.body), cont.short, cont.packed);
        Cont { name, params, body, short, packed, pos: (self.pos)(cont.pos) }
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
                // Functions inside have frames of their own, which are those of no other place.
                let map = std::mem::take(&mut self.map);
                let mut inside = Copier { vars: &mut *self.vars, map, pos: &mut |pos| pos };
                let copies = funs.iter().map(|fun| inside.fun(fun)).collect();
                self.map = inside.map;
                Let::Funs(copies)
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
    use rustc_hash::FxHashSet;

    #[test]
    fn a_copy_is_the_same_up_to_renaming_and_binds_nothing_twice() {
        let mut module = crate::parse(include_bytes!("../tests/all.cps")).unwrap();
        let original = module.clone();
        let fun = module.funs[0].clone();
        let map = FxHashMap::default();
        let copy = Copier { vars: &mut module.vars, map, pos: &mut |pos| pos }.fun(&fun);
        let mut bound: Vec<Var> = Vec::new();
        fun.body.each_binder(&mut |v| bound.push(v));
        copy.body.each_binder(&mut |v| bound.push(v));
        let distinct: FxHashSet<Var> = bound.iter().copied().collect();
        assert_eq!(distinct.len(), bound.len());
        assert_eq!(copy.body.size(), fun.body.size());
        (module.exports, module.entry) = (vec![copy.name], Some(copy.name));
        module.funs = vec![copy];
        assert!(crate::alpha_eq(&original, &module));
    }

    #[test]
    fn the_size_of_a_body_is_counted_up_to_a_limit() {
        let module = crate::parse(
            b"cps 1 fun f(x: i64) return k: cont(i64) {
                fun g(y: i64) return l: cont(i64) { z: i64 = add.i64 x y call f z return l }
                call g x return k }",
        )
        .unwrap();
        let body = &module.funs[0].body;
        assert_eq!((body.size(), body.size_up_to(2)), (4, 3));
    }
}
