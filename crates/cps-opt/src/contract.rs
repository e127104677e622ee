//! Rewrites that make the program smaller, until none is left: inlining of what
//! is used once, known branches and projections, constants, dead code.
//!
//! ```text
//! fun f(x: i64) return k: cont(i64) {        y: i64 = sadd.i64 3 4
//!   y: i64 = sadd.i64 x 4              =>    jump r y                =>   jump r 7
//!   jump k y
//! }
//! call f 3 return r
//! ```
//!
//! A round counts uses, then rebuilds the program in one walk with a
//! substitution. A function called once and a continuation jumped to once are
//! kept aside when their binding is met and continue the body where their use
//! stands; nothing is copied. What a `case` or `if` has decided is known in its
//! branches. On the way back, bindings whose variables the new program does not
//! use are dropped. Rounds repeat while something changes, over the functions of the
//! module that may change again (`rounds`); each takes linear time.
//!
//! Appel, *Compiling with Continuations*; Kennedy, *Compiling with
//! Continuations, Continued*. A continuation that is captured or a handler keeps
//! its identity. Handlers are set and got in order; only a `sethandler` that
//! nothing can notice goes.
//!
//! A function that is inlined loses its frame, and its positions say what a
//! backtrace would have shown behind it: the position of the continuation that it
//! was called with, nothing if that is the return of the function around.
//!
//! Expects: nothing. Establishes: no function called once, no block jumped to
//! once, no dead pure binding, unless the rounds ran out.

mod branch;
mod fact;
mod prims;
mod rounds;
mod simplify;
mod small;
mod sweep;

use crate::census::Census;
use base::{Pos, SecondaryMap};
use cps::{Atom, Body, Cont, Fun, Let, Module, Tail, Var};
use fact::Fact;
use pass::{Pass, Settings, Stats};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Shrinking rewrites.
pub static CONTRACT: Pass<Module> = Pass {
    name: "contract",
    about: "inlines what is used once, folds what is known, drops what is dead",
    settings: &[],
    run: contract,
};

fn contract(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let mut cx = Contract::new(module);
    cx.rounds();
    cx.changes.iter().for_each(|(what, n)| stats.count(what, *n));
}

struct Contract<'m> {
    module: &'m mut Module,
    census: Census,
    /// The atom that replaces a variable.
    subst: SecondaryMap<Var, Option<Atom>>,
    /// The continuation that replaces another.
    conts: SecondaryMap<Var, Option<Var>>,
    /// The positions of continuations that stay, in the new program.
    cont_pos: SecondaryMap<Var, Pos>,
    facts: SecondaryMap<Var, Fact>,
    /// The facts and replacements from before a branch was entered, to be restored after it.
    undo: Vec<(Var, Option<Atom>, Fact)>,
    /// Functions that wait for their only call.
    waiting_funs: FxHashMap<Var, Fun>,
    /// Continuations that wait for their only jump, and where the function
    /// that they are from was inlined.
    waiting_conts: FxHashMap<Var, (Cont, Pos)>,
    /// Uses in the new program.
    uses: SecondaryMap<Var, u32>,
    /// Uses of the members of a group in their own bodies.
    internal: SecondaryMap<Var, u32>,
    /// The current handler, where it is known.
    handler: Option<Var>,
    changes: BTreeMap<&'static str, usize>,
    /// The number of changes of any kind.
    changed: usize,
}

/// The next step in the rebuilding of a body.
enum Next {
    /// The rebuilding goes on with this body, in code inlined at this position.
    Body(Body, Pos),
    /// The body is complete and ends so.
    Done(Tail),
}

impl<'m> Contract<'m> {
    fn new(module: &'m mut Module) -> Contract<'m> {
        Contract {
            census: Census::new(),
            module,
            subst: SecondaryMap::new(),
            conts: SecondaryMap::new(),
            cont_pos: SecondaryMap::new(),
            facts: SecondaryMap::new(),
            undo: Vec::new(),
            waiting_funs: FxHashMap::default(),
            waiting_conts: FxHashMap::default(),
            uses: SecondaryMap::new(),
            internal: SecondaryMap::new(),
            handler: None,
            changes: BTreeMap::new(),
            changed: 0,
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.changes.entry(what).or_default() += 1;
        self.changed += 1;
    }

    fn atom(&self, atom: &mut Atom) {
        while let Atom::Var(v) = atom {
            match &self.subst[*v] {
                Some(other) => *atom = other.clone(),
                None => break,
            }
        }
    }

    fn atoms(&self, mut atoms: Vec<Atom>) -> Vec<Atom> {
        atoms.iter_mut().for_each(|atom| self.atom(atom));
        atoms
    }

    fn k(&self, mut k: Var) -> Var {
        while let Some(other) = self.conts[k] {
            k = other;
        }
        k
    }

    /// The position of code from `pos` that was inlined at `outer`.
    fn at(&mut self, pos: Pos, outer: Pos) -> Pos {
        self.module.positions.inlined(pos, outer)
    }

    /// Functions of a group that stay, rebuilt.
    fn funs(&mut self, funs: Vec<Fun>) -> Vec<Fun> {
        let stay = self.staying(funs);
        stay.into_iter().map(|fun| self.fun(fun)).collect()
    }

    /// The functions of a group that are called more than once, or not only called.
    fn staying(&mut self, funs: Vec<Fun>) -> Vec<Fun> {
        let mut stay = Vec::with_capacity(funs.len());
        for fun in funs {
            let count = self.census[fun.name];
            if count.real() == 0 {
                self.count("dead function");
            } else if count.called_once() {
                self.waiting_funs.insert(fun.name, fun);
            } else {
                stay.push(fun);
            }
        }
        stay.retain(|fun| !self.eta_fun(fun));
        stay
    }

    fn fun(&mut self, mut fun: Fun) -> Fun {
        let handler = self.handler.take();
        fun.body = self.body(fun.body, Pos::NONE);
        self.handler = handler;
        fun
    }

    /// `fun f(x...) return k { call g x... return k }`: `g` stands for `f`.
    fn eta_fun(&mut self, fun: &Fun) -> bool {
        let Tail::Call { fun: callee, args, k, .. } = &fun.body.tail else { return false };
        let Atom::Var(_) = callee else { return false };
        let same = args.len() == fun.params.len()
            && args.iter().zip(&fun.params).all(|(arg, param)| *arg == Atom::Var(*param));
        let exported = || self.module.roots().any(|root| root == fun.name);
        if !fun.body.lets.is_empty() || *k != fun.k || !same || exported() {
            return false;
        }
        let mut target = callee.clone();
        self.atom(&mut target);
        let Atom::Var(g) = target else { return false };
        let own = g == fun.name || fun.params.contains(&g);
        if own
            || self.waiting_funs.contains_key(&g)
            || self.module.ty(g) != self.module.ty(fun.name)
        {
            return false;
        }
        self.subst[fun.name] = Some(Atom::Var(g));
        self.count("eta");
        true
    }

    /// Continuations of a group: they wait, are another one, or stay.
    fn group(&mut self, conts: Vec<Cont>, outer: Pos, out: &mut Vec<Let>) {
        let mut stay = Vec::with_capacity(conts.len());
        for cont in conts {
            let count = self.census[cont.name];
            if count.real() == 0 {
                self.count("dead continuation");
            } else if count.jumped_once() {
                self.waiting_conts.insert(cont.name, (cont, outer));
            } else {
                stay.push(cont);
            }
        }
        for cont in &mut stay {
            cont.pos = self.at(cont.pos, outer);
            self.cont_pos[cont.name] = cont.pos;
        }
        stay.retain(|cont| !self.eta_cont(cont));
        if stay.is_empty() {
            return;
        }
        let handler = self.handler.take();
        for cont in &mut stay {
            let empty = Body { lets: Vec::new(), tail: Tail::Unreachable };
            let body = std::mem::replace(&mut cont.body, empty);
            self.handler = None;
            cont.body = self.body(body, outer);
        }
        self.handler = handler;
        stay.iter().for_each(|cont| self.internal[cont.name] = self.uses[cont.name]);
        out.push(Let::Conts(stay));
    }

    /// `cont j(x...) { jump k x... }`: `k` stands for `j`. Where calls return to `j`,
    /// only if a backtrace shows the same of both.
    fn eta_cont(&mut self, cont: &Cont) -> bool {
        let Tail::Jump { k, args } = &cont.body.tail else { return false };
        let same = args.len() == cont.params.len()
            && args.iter().zip(&cont.params).all(|(arg, param)| *arg == Atom::Var(*param));
        let k = self.k(*k);
        let pinned = self.census[cont.name].pinned > 0;
        let own = k == cont.name || self.waiting_conts.contains_key(&k);
        let seen = self.census[cont.name].returns > 0 && cont.pos != self.cont_pos[k];
        // A handler is given an origin in two parts, which only a raise knows.
        let handler = cont.params.len() == 2 && self.census[k].pinned > 0;
        if !cont.body.lets.is_empty() || !same || pinned || own || seen || handler {
            return false;
        }
        self.conts[cont.name] = Some(k);
        self.count("eta");
        true
    }

    /// Rebuilds a body. What is inlined at its end continues it, so that a
    /// chain of such bodies needs no stack.
    fn body(&mut self, body: Body, mut outer: Pos) -> Body {
        let Body { mut lets, mut tail } = body;
        let mut out = Vec::with_capacity(lets.len());
        loop {
            lets.into_iter().for_each(|binding| self.binding(binding, outer, &mut out));
            match self.tail(tail, outer) {
                Next::Done(tail) => {
                    self.sweep(&mut out, &tail);
                    return Body { lets: out, tail };
                }
                Next::Body(body, place) => {
                    lets = body.lets;
                    tail = body.tail;
                    outer = place;
                }
            }
        }
    }

    fn binding(&mut self, binding: Let, outer: Pos, out: &mut Vec<Let>) {
        match binding {
            Let::Op { dst, op, args, pos } => {
                let args = self.atoms(args);
                let pos = self.at(pos, outer);
                self.op(dst, op, args, pos, out);
            }
            Let::Funs(funs) => {
                let funs = self.funs(funs);
                funs.iter().for_each(|fun| self.internal[fun.name] = self.uses[fun.name]);
                if !funs.is_empty() {
                    out.push(Let::Funs(funs));
                }
            }
            Let::Conts(conts) => self.group(conts, outer, out),
            Let::GetHandler { k } => match self.handler {
                Some(handler) => {
                    self.conts[k] = Some(handler);
                    self.count("known handler");
                }
                None => {
                    self.handler = Some(k);
                    out.push(Let::GetHandler { k });
                }
            },
            Let::SetHandler { k } => {
                let k = self.k(k);
                if self.handler == Some(k) {
                    self.count("known handler");
                } else {
                    self.handler = Some(k);
                    out.push(Let::SetHandler { k });
                }
            }
            Let::Capture { dst, k } => out.push(Let::Capture { dst, k: self.k(k) }),
        }
    }

    fn tail(&mut self, tail: Tail, outer: Pos) -> Next {
        match tail {
            Tail::Call { mut fun, args, k, pos } => {
                self.atom(&mut fun);
                let args = self.atoms(args);
                let (k, pos) = (self.k(k), self.at(pos, outer));
                match fun.var().and_then(|f| self.waiting_funs.remove(&f)) {
                    Some(callee) => {
                        self.count("function called once");
                        self.conts[callee.k] = Some(k);
                        self.pass_args(&callee.params, args);
                        Next::Body(callee.body, self.cont_pos[k])
                    }
                    None => Next::Done(Tail::Call { fun, args, k, pos }),
                }
            }
            Tail::Jump { k, args } => {
                let (k, args) = (self.k(k), self.atoms(args));
                match self.waiting_conts.remove(&k) {
                    Some((cont, place)) => {
                        self.count("continuation jumped to once");
                        self.pass_args(&cont.params, args);
                        Next::Body(cont.body, place)
                    }
                    None => Next::Done(Tail::Jump { k, args }),
                }
            }
            Tail::If { cond, then, els } => self.if_(cond, *then, *els, outer),
            Tail::SwitchInt { scrutinee, cases, default } => {
                self.switch_int(scrutinee, cases, *default, outer)
            }
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                self.switch_sum(scrutinee, sum, cases, default, outer)
            }
            Tail::Raise { mut exn, mut origin, pos } => {
                self.atom(&mut exn);
                origin.iter_mut().for_each(|origin| self.atom(origin));
                Next::Done(Tail::Raise { exn, origin, pos: self.at(pos, outer) })
            }
            Tail::Throw { mut cont, args, pos } => {
                self.atom(&mut cont);
                let args = self.atoms(args);
                Next::Done(Tail::Throw { cont, args, pos: self.at(pos, outer) })
            }
            Tail::Unreachable => Next::Done(Tail::Unreachable),
        }
    }

    fn pass_args(&mut self, params: &[Var], args: Vec<Atom>) {
        for (param, arg) in params.iter().zip(args) {
            self.subst[*param] = Some(arg);
        }
    }
}

#[cfg(test)]
mod tests;
