//! Reads the handler before a loop that always has the same, instead of in every round.
//!
//! ```text
//! cont go(i: i64) {                        old.9: cont(exn) = gethandler
//!   old: cont(exn) = gethandler            cont go(i: i64) {
//!   cont h(e: exn) { ... }                   cont h(e: exn) { ... }
//!   sethandler h                      =>     sethandler h
//!   x: i64 = sadd.i64 i 1                    x: i64 = sadd.i64 i 1
//!   sethandler old                           sethandler old.9
//!   jump go x                                jump go x
//! }                                        }
//! jump go 0                                jump go 0
//! ```
//!
//! The handler is in memory: a round that sets it, sets it back and reads it again waits for its
//! own stores (adding up a vector of pairs, with a handler for each, takes half the time).
//!
//! A loop has one handler if all that jumps to it, and all in it that reads the handler, has the
//! one that the function was called with, as [`facts`](crate::known_throws::facts) finds.
//!
//! Expects: nothing. Establishes: nothing.

use crate::census::census;
use crate::known_throws::facts::{Facts, Handler};
use cps::{Atom, Body, Cont, Let, Module, Var};
use pass::{Pass, Settings, Stats};
use rustc_hash::FxHashMap;

/// Reads of the handler, before loops.
pub static HOIST_HANDLERS: Pass<Module> = Pass {
    name: "hoist-handlers",
    about: "reads the handler before a loop that always has the same",
    settings: &[],
    run: hoist_handlers,
};

fn hoist_handlers(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let Some(facts) = Facts::of(module, &census(module)) else { return };
    let mut funs = std::mem::take(&mut module.funs);
    let mut hoist = Hoist { facts, module, known: FxHashMap::default() };
    for fun in &mut funs {
        hoist.body(&mut fun.body, Handler::Of(fun.name), None);
    }
    let known = hoist.known;
    stats.count("read", known.len());
    let rename = |v: &mut Var| {
        if let Some(read) = known.get(v) {
            *v = *read;
        }
    };
    for fun in &mut funs {
        fun.body.each_k_mut(&mut { rename });
        fun.body.each_operand_mut(&mut |atom| {
            if let Atom::Var(v) = atom {
                rename(v);
            }
        });
    }
    module.funs = funs;
}

struct Hoist<'m> {
    facts: Facts,
    module: &'m mut Module,
    /// Reads that are gone, and the one before the loop that gives the same.
    known: FxHashMap<Var, Var>,
}

impl Hoist<'_> {
    /// Looks through a body that is entered with a handler; `read` is that of its function, if it is
    /// in a loop before which it was read.
    fn body(&mut self, body: &mut Body, mut handler: Handler, read: Option<Var>) {
        let lets = Vec::with_capacity(body.lets.len());
        for mut binding in std::mem::replace(&mut body.lets, lets) {
            match &mut binding {
                Let::GetHandler { k } if self.facts.is_own(handler) => {
                    if let Some(read) = read {
                        self.known.insert(*k, read);
                        continue;
                    }
                }
                Let::SetHandler { k } => handler = self.facts.set(*k),
                Let::Conts(conts) => {
                    let mut inside = read;
                    if inside.is_none() && self.facts.is_own(handler) && is_loop(conts) {
                        let mut entered = conts.iter().map(|cont| (Handler::Of(cont.name), cont));
                        if let Some(old) = entered.find_map(|(h, cont)| self.reads(&cont.body, h)) {
                            let k = self.module.fresh_like(old);
                            body.lets.push(Let::GetHandler { k });
                            inside = Some(k);
                        }
                    }
                    for cont in conts {
                        self.body(&mut cont.body, Handler::Of(cont.name), inside);
                    }
                }
                Let::Funs(funs) => {
                    for fun in funs {
                        self.body(&mut fun.body, Handler::Of(fun.name), None);
                    }
                }
                Let::Op { .. } | Let::GetHandler { .. } | Let::Capture { .. } => {}
            }
            body.lets.push(binding);
        }
        body.tail.bodies_mut().for_each(|body| self.body(body, handler, read));
    }

    /// A read, in a body or in one inside, of the handler that the function was called with.
    fn reads(&self, body: &Body, mut handler: Handler) -> Option<Var> {
        for binding in &body.lets {
            match binding {
                Let::GetHandler { k } if self.facts.is_own(handler) => return Some(*k),
                Let::SetHandler { k } => handler = self.facts.set(*k),
                Let::Conts(conts) => {
                    let inside = |cont: &Cont| self.reads(&cont.body, Handler::Of(cont.name));
                    if let Some(found) = conts.iter().find_map(inside) {
                        return Some(found);
                    }
                }
                Let::Op { .. } | Let::Funs(_) | Let::GetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().find_map(|body| self.reads(body, handler))
    }
}

/// True if the continuations of a group go back to it.
fn is_loop(conts: &[Cont]) -> bool {
    let mut found = false;
    let mut look = |v: Var| found |= conts.iter().any(|cont| cont.name == v);
    conts.iter().for_each(|cont| cont.body.each_use(&mut |v, _| look(v)));
    found
}
