//! Makes jumps of throws to continuations of the function that throws.
//!
//! ```text
//! fun fib(n: i64, c: cont(i64)) return k: cont(i64) {    fun fib(n: i64, c: cont(i64)) return k: ... {
//!   ...                                                    ...
//!   cont j(a: i64) { ...  throw c b }               =>     cont j(a: i64) { ...  jump k b }
//!   d: cont(i64) = capture j                               d: cont(i64) = capture j
//!   call fib m d return j                                  call fib m d return j
//! }                                                      }
//! ```
//!
//! A throw to what `capture k` gave goes on with `k`, and with the handler that there was at the
//! capture. Where the throw is in the same function, `k` is in scope; if the handler is the same,
//! nothing is left to do but jump. A parameter stands for the return of its function if every call
//! passes the captured continuation that it returns to, or, at a tail call, such a parameter of
//! its own. Both keep what they stand for: variables do not change, however often a continuation
//! is entered. Captures and parameters that are not used any more are left to `contract` and
//! `flatten`.
//!
//! The handler at a place is known where it is the one that the function was called with. That
//! asks for functions that return with the handler that they were called with, as those that come
//! from ANF do: a module in which one may not, or in which other units take part, is left alone.
//!
//! A jump needs the variables of its target, a throw only what was captured. So a continuation
//! other than the return is jumped to from the place that captures it, or if nothing but such
//! jumps is left of the captured value.
//!
//! Expects: nothing. Establishes: nothing; run `contract` next.

pub(crate) mod facts;

use crate::census::{Census, census};
use base::SecondaryMap;
use cps::{Atom, Body, Module, Tail, Var};
use facts::{Captured, Facts, Throw};
use pass::{Pass, Settings, Stats};

/// Throws to jumps.
pub static KNOWN_THROWS: Pass<Module> = Pass {
    name: "known-throws",
    about: "makes jumps of throws to continuations of the function that throws",
    settings: &[],
    run: known_throws,
};

fn known_throws(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let census = census(module);
    let Some(facts) = Facts::of(module, &census).filter(Facts::captures) else { return };
    let targets = targets(&facts, &census);
    stats.count("throw", targets.iter().flatten().count());
    let mut targets = targets.into_iter();
    for fun in &mut module.funs {
        rewrite(&mut fun.body, &mut targets);
    }
}

/// For every throw, in the order of the text, the continuation to jump to.
fn targets(facts: &Facts, census: &Census) -> Vec<Option<Var>> {
    let mut known: SecondaryMap<Var, u32> = SecondaryMap::new();
    for throw in &facts.throws {
        if facts.captured(throw).is_some() {
            known[throw.cont] += 1;
        }
    }
    let wanted = |throw: &Throw, captured: &Captured| {
        captured.k == throw.place.k
            || captured.place.here == throw.place.here
            || known[throw.cont] == census[throw.cont].values
    };
    let target = |throw: &Throw| {
        let captured = facts.captured(throw).filter(|captured| wanted(throw, captured));
        captured.map(|captured| captured.k).or_else(|| facts.returned(throw))
    };
    facts.throws.iter().map(target).collect()
}

/// Rewrites the throws of a body, in the order in which [`Facts`] lists them.
fn rewrite(body: &mut Body, targets: &mut impl Iterator<Item = Option<Var>>) {
    for binding in &mut body.lets {
        binding.bodies_mut().for_each(|body| rewrite(body, targets));
    }
    if let Tail::Throw { cont: Atom::Var(_), args, .. } = &mut body.tail
        && let Some(k) = targets.next().flatten()
    {
        body.tail = Tail::Jump { k, args: std::mem::take(args) };
    }
    body.tail.bodies_mut().for_each(|body| rewrite(body, targets));
}

#[cfg(test)]
mod tests;
