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
//! not to return, or on a rare way: where operands are no small integers. Rare ways do not count
//! for the size of a function.
//!
//! A function is also copied where that saves more than the call (see `gains`): if a constant, a
//! constructor or a tuple that the call passes decides a test in it or folds an operation, and what
//! is left is of size `known` at most; and if its size is at most `known`, its results are known
//! wherever it returns, and the continuation of the call takes one apart. Not in code that runs
//! once, and not where calls return to the continuation besides: it would be both a block and a
//! piece of code of its own. A search in a list that returns an option is so copied, loop and all,
//! to where the option is matched: MLton's zebra, with 28 such calls, takes 0.57 of the time.
//!
//! Of
//! functions that call one another in a circle the largest is never copied,
//! until no circle is left; so nothing is unrolled, and the wrappers that
//! `uncurry` leaves are always copied. A continuation that is only jumped to
//! is copied if its size is at most `tiny`, or at most `small` (`medium`
//! if it does nothing but branch) where the jump decides the branch at its end. One that calls
//! return to as well is a piece of code of its own, in which the code before the jump would end:
//! it is copied if its size is at most `small`. Copies are not looked at again in the
//! same run; all copies together add at most `growth` per cent of the module's size, or
//! [`MIN_GROWTH`].
//!
//! Positions in a copy say where it was inlined: at the position of the
//! continuation that the call returns to.
//!
//! Expects: `contract` has run. Establishes: nothing; run `contract` again.

mod candidates;
mod gains;
mod live;

use crate::census::{Census, census};
use crate::rare::is_flag;
use base::{Pos, PosTable, PrimaryMap, SecondaryMap};
use candidates::{Callee, Candidates, Joint};
use cps::walk::{Copier, Use};
use cps::{Atom, Body, Fun, Let, Module, Op, Tail, Var, VarInfo};
use gains::Facts;
use pass::{Pass, Setting, Settings, Stats};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use types::TyTable;

/// Copies of small functions.
pub static INLINE: Pass<Module> = Pass {
    name: "inline",
    about: "copies small functions to their calls and tiny continuations to their jumps",
    settings: &[
        Setting { name: "small", default: 8, about: "size of a function that is always copied" },
        Setting {
            name: "tests",
            default: 16,
            about: "size of a function that is always copied and only tests, then returns or calls",
        },
        Setting {
            name: "medium",
            default: 40,
            about: "size of a function that is copied to where its functional parameter is known",
        },
        Setting {
            name: "known",
            default: 20,
            about: "size of a function that is copied to where tests in it are decided, or those of \
                    its results",
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
    tests: usize,
    medium: usize,
    known: usize,
    tiny: usize,
}

fn inline(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let [small, tests, medium, known, tiny] =
        ["small", "tests", "medium", "known", "tiny"].map(|name| settings.get(name));
    let sizes = Sizes { small, tests, medium, known, tiny };
    let census = census(module);
    let facts = if known > 0 { Facts::of(module) } else { Facts::default() };
    let candidates = Candidates::of(module, &census, &facts, sizes);
    let entry = module.entry;
    let mut funs = std::mem::take(&mut module.funs);
    let size: usize = funs.iter().map(|fun| fun.body.size()).sum();
    let mut cx = Inline {
        budget: (size * settings.get("growth") / 100).max(MIN_GROWTH),
        sizes,
        vars: &mut module.vars,
        types: &module.types,
        wide: FxHashSet::default(),
        positions: &mut module.positions,
        conts: SecondaryMap::new(),
        never: SecondaryMap::new(),
        candidates,
        census,
        constructed: SecondaryMap::new(),
        facts,
        often: true,
        functions: 0,
        continuations: 0,
    };
    for fun in &mut funs {
        cx.wide = cx.wide_in(fun);
        cx.often = Some(fun.name) != entry;
        cx.body(&mut fun.body);
    }
    stats.count("function", cx.functions);
    stats.count("continuation", cx.continuations);
    module.funs = funs;
}

struct Inline<'m> {
    sizes: Sizes,
    vars: &'m mut PrimaryMap<Var, VarInfo>,
    types: &'m TyTable,
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
    facts: Facts,
    /// The code at hand may run more than once.
    often: bool,
    /// Continuations of the function that need so much that no jump should go to them.
    wide: FxHashSet<Var>,
    budget: usize,
    functions: usize,
    continuations: usize,
}

impl Inline<'_> {
    /// The continuations of a function that need much, if it matters in it.
    fn wide_in(&self, fun: &Fun) -> FxHashSet<Var> {
        let mut matters = false;
        fun.body.each_use(&mut |v, how| {
            matters |= how == Use::Callee && self.candidates.tests(v);
        });
        if matters {
            live::wide((&*self.vars, self.types), fun, &self.candidates.is_fun)
        } else {
            FxHashSet::default()
        }
    }

    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { dst, op: Op::Data(Data::Con(..)), .. } => {
                    dst.iter().for_each(|v| self.constructed[*v] = true);
                }
                Let::Op { .. } => {}
                Let::Funs(funs) => {
                    let often = std::mem::replace(&mut self.often, true);
                    funs.iter_mut().for_each(|fun| self.body(&mut fun.body));
                    self.often = often;
                }
                Let::Conts(conts) => {
                    for cont in conts.iter() {
                        self.conts[cont.name] = cont.pos;
                        self.never[cont.name] =
                            cont.body.lets.is_empty() && cont.body.tail == Tail::Unreachable;
                    }
                    let often = self.often;
                    self.often |= conts.iter().any(|cont| self.facts.is_loop(cont.name));
                    conts.iter_mut().for_each(|cont| self.body(&mut cont.body));
                    self.often = often;
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
            Tail::If { cond, .. } if is_flag(&body.lets, cond) => {
                let Tail::If { then, .. } = &mut body.tail else { return };
                self.body(then);
            }
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
        let Callee { fun, size, tests, results } = self.candidates.funs.get(&f)?.clone();
        let known = |(param, arg): (&Var, &Atom)| {
            let function = arg.var().is_some_and(|v| self.candidates.is_fun[v]);
            function && self.census[*param].calls > 0
        };
        let small = if tests { self.sizes.tests } else { self.sizes.small };
        let wanted = size <= small || fun.params.iter().zip(args).any(known);
        let jumped = results.is_some() && self.census[k].returns == 1;
        let apart = tests && !jumped && self.wide.contains(&k);
        let wanted =
            wanted || jumped && self.often && self.pays(&fun, size, args, results.as_deref(), k);
        if !wanted || apart || self.never[k] || !self.spend(fun.body.size()) {
            return None;
        }
        self.functions += 1;
        let mut map: FxHashMap<Var, Atom> = fun.params.iter().copied().zip(args.to_vec()).collect();
        map.insert(fun.k, Atom::Var(k));
        let (positions, outer) = (&mut *self.positions, self.conts[k]);
        let mut at = |inner: Pos| positions.inlined(inner, outer);
        Some(Copier { vars: self.vars, map, pos: &mut at }.body(&fun.body))
    }

    /// True if a copy of a function decides a test, or the continuation of the call one on the
    /// results, and what is left of the function is not large.
    fn pays(
        &self,
        fun: &Fun,
        size: usize,
        args: &[Atom],
        results: Option<&[bool]>,
        k: Var,
    ) -> bool {
        let known = self.sizes.known;
        let taken = || results.is_some_and(|results| self.facts.takes(k, results));
        size <= known && taken() || self.facts.size_where_known(fun, args, known).is_some()
    }

    fn jump(&mut self, k: Var, args: &[Atom]) -> Option<Body> {
        let Joint { cont, size, returned } = self.candidates.conts.get(&k)?.clone();
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
        let wanted = wanted || returned && size <= self.sizes.small;
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
