//! Turns a function that always returns to the same place into a continuation.
//!
//! ```text
//! fun loop(i: i64) return k: cont(i64) {      cont loop(i: i64) {
//!   ...  call loop j return k                   ...  jump loop j
//!   ...  jump k i                         =>    ...  jump r i
//! }                                           }
//! call loop 0 return r                        jump loop 0
//! ```
//!
//! Take a graph of functions and of the continuations that calls return to. A
//! call of `g` in `f` leads from `f` to `g` if it is a tail call of `f`, and from
//! its continuation otherwise; from a root to every continuation and to every
//! function that is used as a value. If all paths to `g` pass through one
//! successor of the root, `g` always returns to that continuation, or to the
//! return of that function. Mutually recursive functions need no special care.
//!
//! The new continuation stands where the function stood if the place that it
//! returns to is in scope there, or comes to be because the function around goes
//! to that place too; and otherwise right after that is bound, since then the
//! function is in scope there: both are in scope at the calls.
//!
//! Fluet and Weeks, *Contification Using Dominators*; Kennedy, *Compiling with
//! Continuations, Continued*.
//!
//! Expects: nothing. Establishes: a function that is only called does not
//! return to one known place.

mod graph;

use base::{Pos, PosTable, SecondaryMap};
use cps::{Atom, Body, Cont, Fun, Let, Module, Tail, Var};
use graph::{Plan, plan};
use pass::{Pass, Settings, Stats};
use rustc_hash::FxHashMap;
use types::Ty;

/// Functions to continuations.
pub static CONTIFY: Pass<Module> = Pass {
    name: "contify",
    about: "turns functions that always return to the same place into continuations",
    settings: &[],
    run: contify,
};

fn contify(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let plan = plan(module);
    if plan.count == 0 {
        return;
    }
    stats.count("function", plan.count);
    let mut cx = Contify {
        plan,
        positions: std::mem::take(&mut module.positions),
        moved: FxHashMap::default(),
        returns: SecondaryMap::new(),
        conts: SecondaryMap::new(),
        outer: Pos::NONE,
    };
    let funs = std::mem::take(&mut module.funs);
    let mut rest = Vec::with_capacity(funs.len());
    for fun in funs {
        match cx.plan.target[fun.name] {
            Some(_) => cx.set_aside(fun),
            None => rest.push(fun),
        }
    }
    for fun in &mut rest {
        cx.fun(fun);
        let returns = &cx.returns;
        fun.body.each_k_mut(&mut |k| {
            *k = returns[*k].unwrap_or(*k);
        });
    }
    debug_assert!(cx.moved.is_empty(), "every function that is moved has a place");
    module.funs = rest;
    module.positions = cx.positions;
    cx.plan.all.iter().for_each(|name| retype(module, *name));
}

/// A function's variable becomes that of a continuation.
fn retype(module: &mut Module, name: Var) {
    if let Ty::Fun(params, _) = module.types.get(module.ty(name)).clone() {
        module.vars[name].ty = module.types.intern(Ty::Cont(params));
    }
}

struct Contify {
    plan: Plan,
    positions: PosTable,
    /// By the variable they return to: functions that wait for its binding.
    moved: FxHashMap<Var, Vec<Cont>>,
    /// By the return of a function that became a continuation: the continuation that replaces it.
    returns: SecondaryMap<Var, Option<Var>>,
    /// The positions of continuations, as they are in the new program.
    conts: SecondaryMap<Var, Pos>,
    /// The place that the code being walked was moved to. A function that becomes a
    /// continuation runs in the frame of the one around it; what its frame would have
    /// shown is the position of the continuation that it returns to.
    outer: Pos,
}

impl Contify {
    fn cont(&mut self, fun: Fun) -> (Var, Cont) {
        let to = self.plan.target[fun.name].unwrap_or(fun.k);
        self.returns[fun.k] = Some(to);
        (to, Cont::new(fun.name, fun.params, fun.body, fun.pos))
    }

    fn set_aside(&mut self, fun: Fun) {
        let (to, cont) = self.cont(fun);
        self.moved.entry(to).or_default().push(cont);
    }

    fn fun(&mut self, fun: &mut Fun) {
        let outer = std::mem::take(&mut self.outer);
        if let Some(conts) = self.moved.remove(&fun.k) {
            fun.body.lets.insert(0, Let::Conts(conts));
        }
        self.body(&mut fun.body);
        self.outer = outer;
    }

    /// The position of code that moves with what is being walked.
    fn at(&mut self, pos: Pos) -> Pos {
        self.positions.inlined(pos, self.outer)
    }

    fn body(&mut self, body: &mut Body) {
        let lets = std::mem::take(&mut body.lets);
        let mut out = Vec::with_capacity(lets.len() + 1);
        for binding in lets {
            match binding {
                Let::Funs(funs) => self.funs(funs, &mut out),
                Let::Conts(conts) => self.conts(conts, &mut out),
                Let::GetHandler { k } => {
                    out.push(Let::GetHandler { k });
                    if let Some(conts) = self.moved.remove(&k) {
                        self.conts(conts, &mut out);
                    }
                }
                Let::Op { dst, op, args, pos } => {
                    out.push(Let::Op { dst, op, args, pos: self.at(pos) });
                }
                Let::SetHandler { .. } | Let::Capture { .. } => out.push(binding),
            }
        }
        body.lets = out;
        if let Tail::Call { pos, .. } | Tail::Raise { pos, .. } | Tail::Throw { pos, .. } =
            &mut body.tail
        {
            *pos = self.at(*pos);
        }
        if let Tail::Call { fun: Atom::Var(f), args, .. } = &mut body.tail
            && self.plan.target[*f].is_some()
        {
            body.tail = Tail::Jump { k: *f, args: std::mem::take(args) };
        }
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }

    fn funs(&mut self, funs: Vec<Fun>, out: &mut Vec<Let>) {
        let (mut rest, mut here) = (Vec::new(), Vec::new());
        for fun in funs {
            if self.plan.target[fun.name].is_none() {
                rest.push(fun);
            } else if self.plan.in_place[fun.name] {
                here.push(self.cont(fun).1);
            } else {
                self.set_aside(fun);
            }
        }
        rest.iter_mut().for_each(|fun| self.fun(fun));
        if !rest.is_empty() {
            out.push(Let::Funs(rest));
        }
        if !here.is_empty() {
            self.conts(here, out);
        }
    }

    fn conts(&mut self, mut conts: Vec<Cont>, out: &mut Vec<Let>) {
        let names: Vec<Var> = conts.iter().map(|cont| cont.name).collect();
        let mut after = Vec::new();
        for name in names {
            if let Some(new) = self.moved.remove(&name) {
                if self.plan.in_group[name] { conts.extend(new) } else { after.extend(new) }
            }
        }
        for cont in &mut conts {
            let here = self.outer;
            if let Some(to) = self.plan.target[cont.name] {
                self.outer = self.conts[to];
            }
            cont.pos = self.at(cont.pos);
            self.conts[cont.name] = cont.pos;
            self.outer = here;
        }
        for cont in &mut conts {
            let here = self.outer;
            if let Some(to) = self.plan.target[cont.name] {
                self.outer = self.conts[to];
            }
            self.body(&mut cont.body);
            self.outer = here;
        }
        out.push(Let::Conts(conts));
        if !after.is_empty() {
            self.conts(after, out);
        }
    }
}

#[cfg(test)]
mod tests;
