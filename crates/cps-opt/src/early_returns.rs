//! Splits a function that often returns after a few tests into these tests, which are small
//! enough to be copied to the calls, and functions with the rest.
//!
//! ```text
//! fun fib(n) return k {               fun fib.w(n') return k' {
//!   c = slt.i64 n 2                     ... call fib m return j ...
//!   if c { jump k n } else {    =>    }
//!     ... call fib m return j ...     and fib(n) return k {
//!   }                                   c = slt.i64 n 2
//! }                                     if c { jump k n } else { call fib.w n return k }
//!                                     }
//! ```
//!
//! Where the tests are copied, a call that returns at once is none: half of the calls of `fib`, the
//! leaves of a tree, the end of a list. The tests are a tree of branches with cheap bindings, some
//! leaves of which end in a jump to the return. What only one branch needs moves into it before;
//! what else is bound is passed to the worker, as are the parameters that it needs.
//!
//! Measured: `fib` takes 0.6 times as long.
//!
//! Expects: `contract` before, and `contify`: a function that is a loop is better off as a block,
//! whose test stays where it is. Establishes: nothing; run `inline` next, which copies the tests,
//! and `contract`, which undoes the split where nothing was copied.

mod sink;
mod tree;

use crate::census::{Census, census};
use base::Pos;
use cps::{Atom, Body, Cont, Fun, Let, Module, Tail, Var};
use pass::{Pass, Setting, Settings, Stats};
use rustc_hash::FxHashMap;
use tree::{Kind, Limits, Tree};

/// Tests and workers.
pub static EARLY_RETURNS: Pass<Module> = Pass {
    name: "early-returns",
    about: "splits functions that may return after a few tests into the tests and the rest",
    settings: &[
        Setting { name: "bindings", default: 6, about: "bindings of the tests" },
        Setting { name: "leaves", default: 3, about: "places at which the tests return" },
        Setting { name: "workers", default: 2, about: "functions that are made of the rest" },
    ],
    run: early_returns,
};

fn early_returns(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let [bindings, leaves, workers] =
        ["bindings", "leaves", "workers"].map(|name| settings.get(name));
    let limits = Limits { bindings, leaves, workers };
    let mut cx = EarlyReturns { census: census(module), limits, found: 0, module };
    let funs = std::mem::take(&mut cx.module.funs);
    let funs = cx.group(funs);
    stats.count("function", cx.found);
    module.funs = funs;
}

struct EarlyReturns<'m> {
    module: &'m mut Module,
    census: Census,
    limits: Limits,
    found: usize,
}

/// What is known on the way to a worker.
struct Place<'f> {
    /// The function that is split.
    of: &'f Fun,
    /// The variables that a worker may need: parameters, and what the tests bind.
    bound: Vec<Var>,
}

impl EarlyReturns<'_> {
    fn group(&mut self, funs: Vec<Fun>) -> Vec<Fun> {
        let mut out = Vec::with_capacity(funs.len());
        for mut fun in funs {
            self.body(&mut fun.body);
            let count = self.census[fun.name];
            if count.calls > 0 && !count.called_once() && Tree::may_be(&fun.body, fun.k) {
                self.split(&mut fun, &mut out);
            }
            out.push(fun);
        }
        out
    }

    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Funs(funs) => *funs = self.group(std::mem::take(funs)),
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }

    /// Makes a function its tests, and adds the workers that these call.
    fn split(&mut self, fun: &mut Fun, out: &mut Vec<Fun>) {
        let mut body = fun.body.clone();
        tree::arrange(&mut body, fun.k, tree::DEPTH);
        if !Tree::of(&body, fun.k, self.limits) {
            return;
        }
        self.found += 1;
        let mut place = Place { of: fun, bound: fun.params.clone() };
        self.tests(&mut body, &mut place, tree::DEPTH, out);
        fun.body = body;
    }

    /// Puts calls of workers in the places of the rest.
    fn tests(&mut self, body: &mut Body, place: &mut Place<'_>, depth: usize, out: &mut Vec<Fun>) {
        match Kind::of(body, place.of.k, depth) {
            Kind::Return | Kind::Short => {}
            Kind::Rest => {
                let nothing = Body { lets: Vec::new(), tail: Tail::Unreachable };
                let rest = std::mem::replace(body, nothing);
                out.push(self.worker(rest, place, body));
            }
            Kind::Tests => {
                let outside = place.bound.len();
                place.bound.extend(body.lets.iter().flat_map(Let::defs));
                for inside in body.tail.bodies_mut() {
                    self.tests(inside, place, depth - 1, out);
                }
                place.bound.truncate(outside);
            }
        }
    }

    /// A function with this body. What is left of the tests calls it.
    fn worker(&mut self, mut body: Body, place: &Place<'_>, call: &mut Body) -> Fun {
        let of = place.of;
        let mut returns = false;
        body.each_use(&mut |v, _| returns |= v == of.k);
        let mut used: FxHashMap<Var, bool> = place.bound.iter().map(|v| (*v, false)).collect();
        body.each_use(&mut |v, _| {
            used.entry(v).and_modify(|used| *used = true);
        });
        let outer: Vec<Var> = place.bound.iter().copied().filter(|v| used[v]).collect();
        let params: Vec<Var> = outer.iter().map(|v| self.module.fresh_like(*v)).collect();
        let k = self.module.fresh_like(of.k);
        let renamed: FxHashMap<Var, Var> = outer.iter().copied().zip(params.clone()).collect();
        body.each_operand_mut(&mut |atom| {
            if let Atom::Var(v) = atom {
                *v = renamed.get(v).copied().unwrap_or(*v);
            }
        });
        body.each_k_mut(&mut |name| {
            if *name == of.k {
                *name = k;
            }
        });
        let types: Vec<_> = params.iter().map(|v| self.module.ty(*v)).collect();
        let results = self.module.cont_params(k).to_vec();
        let hint = self.module.vars[of.name].name.clone();
        let name = self.module.fun_var(hint, &types, &results);
        let args = outer.into_iter().map(Atom::Var).collect();
        let to = if returns { of.k } else { self.nowhere(of.k, &mut call.lets) };
        call.tail = Tail::Call { fun: name.into(), args, k: to, pos: of.pos };
        Fun { name, params, k, body, pos: of.pos }
    }

    /// A continuation that is never reached, with the parameters of another: nothing that follows
    /// a call of what does not return need be kept for it.
    fn nowhere(&mut self, like: Var, lets: &mut Vec<Let>) -> Var {
        let types = self.module.cont_params(like).to_vec();
        let params = types.iter().map(|ty| self.module.var("x", *ty)).collect();
        let name = self.module.cont_var("nowhere", &types);
        let body = Body { lets: Vec::new(), tail: Tail::Unreachable };
        lets.push(Let::Conts(vec![Cont::new(name, params, body, Pos::NONE)]));
        name
    }
}

#[cfg(test)]
mod tests;
