//! Copies small functions to their calls, and tiny continuations to their
//! jumps.
//!
//! ```text
//! fun inc(x: i64) return k: cont(i64) {
//!   y: i64 = sadd.i64 x 1                       y.9: i64 = sadd.i64 a 1
//!   jump k y                            =>      jump r y.9
//! }
//! call inc a return r
//! ```
//!
//! A function is copied if its size is at most `small`, or at most `medium`
//! if it calls a parameter and the call passes a function that is known, unless the call is known
//! not to return. Of
//! functions that call one another in a circle the largest is never copied,
//! until no circle is left; so nothing is unrolled, and the wrappers that
//! `uncurry` leaves are always copied. A continuation that is only jumped to
//! is copied if its size is at most `tiny`, or at most `small` (`medium`
//! if it does nothing but branch) where the jump decides the branch at its end. Copies are not looked at again in the
//! same run; all copies together add at most `growth` per cent of the module's size, or
//! [`MIN_GROWTH`].
//!
//! Positions in a copy say where it was inlined: at the position of the
//! continuation that the call returns to.
//!
//! Expects: `contract` has run. Establishes: nothing; run `contract` again.

mod candidates;

use crate::census::{Census, census};
use base::{Pos, PosTable, PrimaryMap, SecondaryMap};
use candidates::Candidates;
use cps::walk::Copier;
use cps::{Atom, Body, Let, Module, Op, Tail, Var, VarInfo};
use pass::{Pass, Setting, Settings, Stats};
use prim::Data;
use rustc_hash::FxHashMap;

/// Copies of small functions.
pub static INLINE: Pass<Module> = Pass {
    name: "inline",
    about: "copies small functions to their calls and tiny continuations to their jumps",
    settings: &[
        Setting { name: "small", default: 8, about: "size of a function that is always copied" },
        Setting {
            name: "medium",
            default: 40,
            about: "size of a function that is copied to where its functional parameter is known",
        },
        Setting { name: "tiny", default: 3, about: "size of a continuation that is always copied" },
        Setting { name: "growth", default: 50, about: "per cent that the module may grow by" },
    ],
    run: inline,
};

/// Growth that is always allowed.
const MIN_GROWTH: usize = 1000;

/// The settings of a run.
#[derive(Clone, Copy)]
struct Sizes {
    small: usize,
    medium: usize,
    tiny: usize,
}

fn inline(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let [small, medium, tiny] = ["small", "medium", "tiny"].map(|name| settings.get(name));
    let sizes = Sizes { small, medium, tiny };
    let census = census(module);
    let candidates = Candidates::of(module, &census, sizes);
    let mut funs = std::mem::take(&mut module.funs);
    let size: usize = funs.iter().map(|fun| fun.body.size()).sum();
    let mut cx = Inline {
        budget: (size * settings.get("growth") / 100).max(MIN_GROWTH),
        sizes,
        vars: &mut module.vars,
        positions: &mut module.positions,
        conts: SecondaryMap::new(),
        never: SecondaryMap::new(),
        candidates,
        census,
        constructed: SecondaryMap::new(),
        functions: 0,
        continuations: 0,
    };
    funs.iter_mut().for_each(|fun| cx.body(&mut fun.body));
    stats.count("function", cx.functions);
    stats.count("continuation", cx.continuations);
    module.funs = funs;
}

struct Inline<'m> {
    sizes: Sizes,
    vars: &'m mut PrimaryMap<Var, VarInfo>,
    positions: &'m mut PosTable,
    /// The positions of continuations.
    conts: SecondaryMap<Var, Pos>,
    candidates: Candidates,
    census: Census,
    /// Continuations that are never reached: calls that return to them are seldom, and do not
    /// return.
    never: SecondaryMap<Var, bool>,
    /// Variables bound to a new value of a sum.
    constructed: SecondaryMap<Var, bool>,
    budget: usize,
    functions: usize,
    continuations: usize,
}

impl Inline<'_> {
    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { dst, op: Op::Data(Data::Con(..)), .. } => {
                    dst.iter().for_each(|v| self.constructed[*v] = true);
                }
                Let::Op { .. } => {}
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.body(&mut fun.body)),
                Let::Conts(conts) => {
                    for cont in conts.iter() {
                        self.conts[cont.name] = cont.pos;
                        self.never[cont.name] =
                            cont.body.lets.is_empty() && cont.body.tail == Tail::Unreachable;
                    }
                    conts.iter_mut().for_each(|cont| self.body(&mut cont.body));
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        match &body.tail {
            Tail::Call { fun: Atom::Var(f), args, k, .. } => {
                if let Some(copy) = self.call(*f, args, *k) {
                    body.lets.extend(copy.lets);
                    body.tail = copy.tail;
                }
            }
            Tail::Jump { k, args } => {
                if let Some(copy) = self.jump(*k, args) {
                    body.lets.extend(copy.lets);
                    body.tail = copy.tail;
                }
            }
            Tail::Call { fun: Atom::Const(_), .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => {}
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {
                body.tail.bodies_mut().for_each(|body| self.body(body));
            }
        }
    }

    fn spend(&mut self, size: usize) -> bool {
        let enough = self.budget >= size;
        if enough {
            self.budget -= size;
        }
        enough
    }

    fn call(&mut self, f: Var, args: &[Atom], k: Var) -> Option<Body> {
        let (fun, size) = self.candidates.funs.get(&f)?.clone();
        let known = |(param, arg): (&Var, &Atom)| {
            let function = arg.var().is_some_and(|v| self.candidates.is_fun[v]);
            function && self.census[*param].calls > 0
        };
        let wanted = size <= self.sizes.small || fun.params.iter().zip(args).any(known);
        if !wanted || self.never[k] || !self.spend(size) {
            return None;
        }
        self.functions += 1;
        let mut map: FxHashMap<Var, Atom> = fun.params.iter().copied().zip(args.to_vec()).collect();
        map.insert(fun.k, Atom::Var(k));
        let (positions, outer) = (&mut *self.positions, self.conts[k]);
        let mut at = |inner: Pos| positions.inlined(inner, outer);
        Some(Copier { vars: self.vars, map, pos: &mut at }.body(&fun.body))
    }

    fn jump(&mut self, k: Var, args: &[Atom]) -> Option<Body> {
        let (cont, size) = self.candidates.conts.get(&k)?.clone();
        let decided = |atom: &Atom| {
            let position = cont.params.iter().position(|p| *atom == Atom::Var(*p));
            match position.and_then(|i| args.get(i)) {
                Some(Atom::Const(_)) => true,
                Some(Atom::Var(v)) => self.constructed[*v],
                None => false,
            }
        };
        let wanted = match &cont.body.tail {
            Tail::If { cond: on, .. }
            | Tail::SwitchInt { scrutinee: on, .. }
            | Tail::SwitchSum { scrutinee: on, .. } => decided(on),
            Tail::Call { .. } | Tail::Jump { .. } | Tail::Raise { .. } => size <= self.sizes.tiny,
            Tail::Throw { .. } | Tail::Unreachable => size <= self.sizes.tiny,
        };
        if !wanted || !self.spend(size) {
            return None;
        }
        self.continuations += 1;
        let map = cont.params.iter().copied().zip(args.to_vec()).collect();
        Some(Copier { vars: self.vars, map, pos: &mut |pos| pos }.body(&cont.body))
    }
}

#[cfg(test)]
mod tests;
