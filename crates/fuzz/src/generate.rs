//! A module from a seed.
//!
//! It is well-typed because a value is only ever picked or made for a type. It
//! ends because
//! - a loop counts down, and so does a recursive function, from a number that
//!   it limits itself;
//! - a function calls by name only what was written before it;
//! - what can be called without its name is *metered*, or *closed*: it takes a
//!   unit of the program's fuel, or it calls nothing that is not closed;
//! - a throw takes a unit of fuel, except to a continuation of the same function,
//!   which can only lead forward.
//!
//! The cost of every function is counted while it is written, so that calls of calls of
//! calls stay affordable.

mod body;
mod calls;
mod constants;
mod control;
mod data;
mod digest;
mod freestanding;
mod functions;
mod loops;
mod prims;
mod scope;
mod structure;
mod types;
mod values;

pub(crate) use prims::is_chosen;

use crate::config::Config;
use ::types::{GlobalId, Ty, TyId};
use anf::{Body, Fun, Let, Module, Tail, Var};
use base::rng::Rng;
use base::{Pos, PosInfo};
use c_abi::CTy;
use freestanding::CFun;
use prim::Prim;
use scope::{Bound, Known};
use std::collections::BTreeMap;

/// The module of a seed.
pub fn generate(seed: u64, config: &Config) -> Module {
    let mut cx = Generator::new(seed, config);
    cx.write_types();
    cx.write_globals();
    cx.write_freestanding();
    for i in 0..cx.rng.between(1, config.functions) {
        cx.write_group(i);
    }
    cx.write_entry();
    cx.write_digests();
    cx.module
}

/// The state of the generator.
struct Generator<'c> {
    rng: Rng,
    config: &'c Config,
    module: Module,
    /// The types that values have, besides the simple ones.
    pool: Vec<TyId>,
    prims: Vec<Prim>,
    /// Variables in scope, the latest last.
    scope: Vec<Bound>,
    /// Functions that may be called by name, the latest last.
    known: Vec<Known>,
    /// The bindings of the body that is being written.
    lets: Vec<Let>,
    here: Here,
    /// Numbers functions.
    serial: u32,
    /// The depth of continuations inside one another.
    conts: u32,
    /// How deep in what exceptions carry: a function in one may return another.
    exns: u32,
    /// The cost of the function written last.
    last_cost: u64,
    /// Functions that give a checksum of a value of a type, and those that are
    /// not yet written.
    digests: BTreeMap<TyId, Var>,
    digests_to_write: Vec<TyId>,
    globals: Vec<(GlobalId, TyId)>,
    /// Freestanding functions that may be called, the latest last.
    c_funs: Vec<CFun>,
}

/// The function or handle body around.
#[derive(Clone, Default)]
struct Here {
    /// The types that `ret` gives.
    results: Vec<TyId>,
    goal: Goal,
    /// True if it may call only what is closed.
    closed: bool,
    /// The number of the function.
    serial: u32,
    /// The number of times that the code being written is run in a call.
    times: u64,
    /// True inside a loop.
    in_loop: bool,
    /// Steps of a call, as far as it is written, and how many it may have.
    cost: u64,
    limit: u64,
    /// Bindings that may still be written.
    room: usize,
    counter: Option<Counter>,
    /// What the function gives, if it is freestanding: it has integers and pointers alone.
    c_result: Option<CTy>,
}

/// The place where a body goes in the end.
#[derive(Clone, Default)]
enum Goal {
    /// It returns.
    #[default]
    Ret,
    /// It jumps to a join point with values of these types.
    Jump(Var, Vec<TyId>),
    /// It jumps to the head of a loop with what its counter is next, and these.
    Loop { head: Var, counter: Var, carried: Vec<TyId> },
}

/// A recursive function's way to call itself and its siblings.
#[derive(Clone)]
struct Counter {
    /// The variable that it counts down.
    left: Var,
    group: Vec<Known>,
    calls: usize,
}

impl<'c> Generator<'c> {
    fn new(seed: u64, config: &'c Config) -> Generator<'c> {
        let source = include_bytes!("prelude.anf");
        let mut module = anf::parse(source).unwrap_or_else(|e| panic!("the prelude: {e:?}"));
        for line in 1..4 {
            let inlined_at = Pos::NONE;
            module.positions.add(PosInfo {
                file: "chance".into(),
                line,
                column: 1,
                function: None,
                inlined_at,
            });
        }
        Generator {
            rng: Rng::new(seed),
            config,
            module,
            pool: Vec::new(),
            prims: prims::chosen(),
            scope: Vec::new(),
            known: Vec::new(),
            lets: Vec::new(),
            here: Here::default(),
            serial: 0,
            conts: 0,
            exns: 0,
            last_cost: 0,
            digests: BTreeMap::new(),
            digests_to_write: Vec::new(),
            globals: Vec::new(),
            c_funs: Vec::new(),
        }
    }

    /// A function of the prelude.
    fn helper(&self, name: &str) -> Var {
        let found = self.module.funs.iter().find(|fun| *self.module.vars[fun.name].name == *name);
        found.map(|fun| fun.name).unwrap_or_else(|| panic!("no {name} in the prelude"))
    }

    /// The entry: sets the cells, runs the sections, ends in one of several ways.
    fn write_entry(&mut self) {
        let name = self.fresh_fun("main", &[], &[]);
        self.enter_function(Vec::new(), false, self.config.size * 4);
        self.set_globals();
        for section in 0..self.rng.between(1, self.config.sections) {
            self.write_section(section);
        }
        if self.config.long_loop {
            self.long_loop();
        }
        let tail = self.last_tail();
        let body = Body { lets: std::mem::take(&mut self.lets), tail };
        self.scope.clear();
        self.module.funs.push(Fun {
            name,
            params: Vec::new(),
            results: Vec::new(),
            body,
            pos: Pos::NONE,
        });
        self.module.entry = Some(name);
    }

    /// A part of the entry; what it raises ends it alone.
    fn write_section(&mut self, section: usize) {
        self.here.room = self.config.size * 2;
        self.here.cost = 0;
        self.here.limit = self.config.cost * 2;
        let mark = self.scope.len();
        let outer = std::mem::take(&mut self.lets);
        let body = self.body_for(Goal::Ret, self.config.depth, self.config.size / 2);
        let exn = self.bind_exn();
        let message = self.prim_op(prim::Rt::ExnMessage, [anf::Atom::Var(exn)]);
        let hash = self.prim_op(prim::Rt::StrHash, [message]);
        self.call_report(1000 + section as i64, hash);
        // All must agree on where it was raised, too.
        let origin = self.origin();
        let caught = vec![anf::Atom::Var(exn), anf::Atom::Var(origin)];
        self.effect(Prim::Rt(prim::Rt::ExnNote), caught);
        let history = self.prim_op(prim::Rt::ExnHistory, [anf::Atom::Var(exn)]);
        let hash = self.prim_op(prim::Rt::StrHash, [history]);
        self.call_report(1000 + section as i64, hash);
        let lets = std::mem::replace(&mut self.lets, outer);
        let handler = Body { lets, tail: Tail::Ret(Vec::new()) };
        self.scope.truncate(mark);
        let pos = self.pos();
        self.lets.push(Let::Handle {
            dst: Vec::new(),
            body,
            exn,
            origin: Some(origin),
            handler,
            pos,
        });
    }

    /// The end of the entry.
    fn last_tail(&mut self) -> Tail {
        self.here.goal = Goal::Ret;
        match self.rng.below(10) {
            0 => {
                let exn = self.make_exn();
                Tail::Raise { exn, origin: None, pos: self.pos() }
            }
            1 => {
                let code = self.rng.pick(&[0, 1, 3, 255, 256, -1]);
                self.effect(Prim::Rt(prim::Rt::Exit), vec![values::int(code)]);
                Tail::Unreachable
            }
            _ => Tail::Ret(Vec::new()),
        }
    }

    /// A variable for the origin of an exception.
    fn origin(&mut self) -> Var {
        let ty = self.module.types.intern(Ty::Origin);
        self.fresh("origin", ty)
    }

    /// A position, or none.
    fn pos(&mut self) -> Pos {
        Pos(self.rng.below(4) as u32)
    }
}
