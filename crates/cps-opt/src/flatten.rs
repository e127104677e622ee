//! Passes the components of a tuple instead of the tuple, and drops parameters
//! that are not used or always the same.
//!
//! ```text
//! fun f(p: (i64, i64)) return k: cont(i64) {      fun f(a: i64) return k: cont(i64) {
//!   x: i64 = get.0 p                                x: i64 = copy a
//!   jump k x                               =>       jump k x
//! }                                               }
//! t: (i64, i64) = tuple u v                       t: (i64, i64) = tuple u v
//! call f t return r                               a': i64 = get.0 t
//!                                                 call f a' return r
//! ```
//!
//! Only for functions that are only called and continuations that are only
//! jumped to, so that every call is seen. A parameter is flattened if it is
//! only projected, or passed on to itself, and some call makes the tuple on the
//! spot; only the fields that are projected are passed. A value of a sum with
//! one constructor is as good as a tuple. A parameter that every call gives the
//! same constant or function of the module is replaced by it.
//!
//! Expects: `contract` before, so that known projections are gone. Establishes:
//! no known function has an unused parameter; run `contract` next.

mod plan;

use crate::census::census;
use base::{EntityId, Pos, SecondaryMap};
use cps::{Atom, Body, Let, Module, Op, Tail, Var};
use pass::{Pass, Settings, Stats};
use plan::{Choice, Plan, Shape, plan};
use prim::Data;
use rustc_hash::FxHashMap;
use types::{Ty, TyId};

/// Arity raising.
pub static FLATTEN: Pass<Module> = Pass {
    name: "flatten",
    about: "passes components instead of tuples, and drops parameters that are not needed",
    settings: &[],
    run: flatten,
};

fn flatten(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let census = census(module);
    let plan = plan(module, &census);
    if plan.choices.is_empty() {
        return;
    }
    for choices in plan.choices.values() {
        for choice in choices {
            match choice {
                Choice::Keep => {}
                Choice::Drop => stats.count("unused parameter", 1),
                Choice::Same(_) => stats.count("parameter always the same", 1),
                Choice::Spread(..) => stats.count("tuple", 1),
            }
        }
    }
    let mut funs = std::mem::take(&mut module.funs);
    let mut cx = Flatten { module, plan, parts: FxHashMap::default(), same: SecondaryMap::new() };
    // All parameters first: a call may stand before the function.
    funs.iter_mut().for_each(|fun| {
        cx.params(fun.name, &mut fun.params);
        cx.headers(&mut fun.body);
    });
    funs.iter_mut().for_each(|fun| cx.body(&mut fun.body));
    module.funs = funs;
}

struct Flatten<'m> {
    module: &'m mut Module,
    plan: Plan,
    /// The new parameters of a flattened one, by field.
    parts: FxHashMap<Var, Vec<(u32, Var)>>,
    /// The atom that every call passes for a parameter.
    same: SecondaryMap<Var, Option<Atom>>,
}

impl Flatten<'_> {
    fn headers(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| {
                    self.params(fun.name, &mut fun.params);
                    self.headers(&mut fun.body);
                }),
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| {
                    self.params(cont.name, &mut cont.params);
                    self.headers(&mut cont.body);
                }),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies_mut().for_each(|body| self.headers(body));
    }

    /// Gives a function or continuation its new parameters and type.
    fn params(&mut self, name: Var, params: &mut Vec<Var>) {
        let Some(choices) = self.plan.choices.get(&name).cloned() else { return };
        let mut new = Vec::with_capacity(params.len());
        for (param, choice) in params.iter().zip(choices) {
            match choice {
                Choice::Keep => new.push(*param),
                Choice::Drop => {}
                Choice::Same(atom) => self.same[*param] = Some(atom),
                Choice::Spread(shape, fields) => {
                    let parts: Vec<(u32, Var)> =
                        fields.iter().map(|i| (*i, self.part(*param, shape, *i))).collect();
                    new.extend(parts.iter().map(|(_, v)| *v));
                    self.parts.insert(*param, parts);
                }
            }
        }
        let types: Vec<TyId> = new.iter().map(|v| self.module.ty(*v)).collect();
        *params = new;
        let ty = if let Ty::Fun(_, results) = self.module.types.get(self.module.ty(name)) {
            Ty::Fun(types, results.clone())
        } else {
            Ty::Cont(types)
        };
        self.module.vars[name].ty = self.module.types.intern(ty);
    }

    /// A fresh variable for a field of a value.
    fn part(&mut self, whole: Var, shape: Shape, field: u32) -> Var {
        let types = &self.module.types;
        let ty = match (shape, types.get(self.module.ty(whole))) {
            (Shape::Tuple, Ty::Tuple(fields)) => fields[field as usize].ty,
            (Shape::Con(sum), _) => types.sums[sum].constructors[0].fields[field as usize],
            (Shape::Tuple, _) => TyId::from_index(0),
        };
        let name = self.module.vars[whole].name.clone();
        self.module.var(name, ty)
    }

    fn atom(&self, atom: &mut Atom) {
        while let Atom::Var(v) = atom {
            match &self.same[*v] {
                Some(other) => *atom = other.clone(),
                None => break,
            }
        }
    }

    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { op, args, .. } => {
                    args.iter_mut().for_each(|atom| self.atom(atom));
                    self.projection(op, args);
                }
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.body(&mut fun.body)),
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        let target = match &body.tail {
            Tail::Call { fun: Atom::Var(f), .. } => Some(*f),
            Tail::Jump { k, .. } => Some(*k),
            Tail::Call { fun: Atom::Const(_), .. } | Tail::If { .. } | Tail::SwitchInt { .. } => {
                None
            }
            Tail::SwitchSum { .. } | Tail::Raise { .. } | Tail::Throw { .. } => None,
            Tail::Unreachable => None,
        };
        let choices = target.and_then(|t| self.plan.choices.get(&t).cloned());
        if let (Some(choices), Tail::Call { args, .. } | Tail::Jump { args, .. }) =
            (choices, &mut body.tail)
        {
            *args = self.args(std::mem::take(args), choices, &mut body.lets);
        }
        body.tail.operands_mut().for_each(|atom| self.atom(atom));
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }

    /// A projection of a flattened parameter is a copy of the new one.
    fn projection(&self, op: &mut Op, args: &mut [Atom]) {
        let (Op::Data(Data::Get(i)) | Op::ConField(_, _, i)) = op else { return };
        let Some(parts) = args[0].var().and_then(|v| self.parts.get(&v)) else { return };
        if let Some((_, part)) = parts.iter().find(|(field, _)| field == i) {
            *op = Op::Data(Data::Copy);
            args[0] = Atom::Var(*part);
        }
    }

    fn args(&mut self, args: Vec<Atom>, choices: Vec<Choice>, lets: &mut Vec<Let>) -> Vec<Atom> {
        let mut new = Vec::with_capacity(args.len());
        for (mut arg, choice) in args.into_iter().zip(choices) {
            match choice {
                Choice::Keep => {
                    self.atom(&mut arg);
                    new.push(arg);
                }
                Choice::Drop | Choice::Same(_) => {}
                Choice::Spread(shape, fields) => {
                    self.atom(&mut arg);
                    let Atom::Var(whole) = arg else { continue };
                    // A flattened parameter that is passed on to itself.
                    if let Some(parts) = self.parts.get(&whole) {
                        new.extend(parts.iter().map(|(_, v)| Atom::Var(*v)));
                        continue;
                    }
                    for i in fields {
                        let dst = self.part(whole, shape, i);
                        let op = match shape {
                            Shape::Tuple => Op::Data(Data::Get(i)),
                            Shape::Con(sum) => Op::ConField(sum, 0, i),
                        };
                        let args = vec![Atom::Var(whole)];
                        lets.push(Let::Op { dst: vec![dst], op, args, pos: Pos::NONE });
                        new.push(Atom::Var(dst));
                    }
                }
            }
        }
        new
    }
}

#[cfg(test)]
mod tests;
