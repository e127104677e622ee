//! The entry of a unit: a function that evaluates declarations, one after the other.

use super::Cx;
use anf::{Atom, Fun, Tail};
use base::Pos;
use prim::{Const, Prim, Rt};
use sml_elab::core::Loc;
use types::Width;

/// The most declarations that one part of the entry evaluates.
const PART: usize = 100;

/// A function that evaluates a declaration, or shows what it binds.
#[derive(Clone, Copy)]
pub(super) struct Init {
    /// The number of the declaration.
    pub(super) dec: usize,
    pub(super) shows: bool,
    /// The session is told that it is next.
    pub(super) is_step: bool,
    pub(super) fun: anf::Var,
    pub(super) pos: Pos,
}

impl Cx<'_> {
    /// The function that evaluates all declarations that were asked for, in order.
    pub(super) fn entry(&mut self) {
        let mut inits = std::mem::take(&mut self.top.inits);
        self.top.runs = !inits.is_empty();
        self.put_in_order(&mut inits);
        while inits.len() > PART {
            let parts: Vec<_> = inits.chunks(PART).map(<[_]>::to_vec).collect();
            inits = parts
                .into_iter()
                .map(|part| {
                    let fun = self.calling("part", &part, part[0].pos, None);
                    Init { fun, is_step: false, ..part[0] }
                })
                .collect();
        }
        // The first declaration may be one of the library, and there may be none.
        let start = |source| Loc { source, span: base::Span::new(0, 0) };
        let pos = self.program.text.map_or(Pos::NONE, |source| self.pos(start(source)));
        let marks = self.interactive.filter(|session| session.marks);
        let end = marks.map(|_| self.end_step());
        let main = self.calling("main", &inits, pos, end);
        self.kept.b.entry(main);
    }

    /// The number by which a unit says that it has come to its end: no other unit has it, and no
    /// declaration.
    pub(super) fn end_step(&self) -> i64 {
        -2 - self.program.decs.len() as i64
    }

    fn step(&mut self, number: i64) {
        let number = Const::Int(Width::I64, number as u64);
        self.kept.b.effect(Prim::Rt(Rt::ProgramStep), [Atom::Const(number)]);
    }

    /// Puts evaluations into their order. In a session those of the library, which are done once,
    /// come before anything that may fail, and the session is told when that begins.
    fn put_in_order(&self, inits: &mut [Init]) {
        let decs = &self.program.decs;
        let Some(session) = self.interactive else {
            return inits.sort_by_key(|init| init.dec);
        };
        let is_own = |init: &Init| init.shows || !decs[init.dec].library;
        inits.sort_by_key(|init| (is_own(init), init.dec, init.shows));
        let first = inits.iter().position(is_own);
        for (i, init) in inits.iter_mut().enumerate() {
            let counts = session.steps && !init.shows && is_own(init);
            init.is_step = session.marks && (counts || first == Some(i));
        }
    }

    /// A function at a position that calls these, one after the other, and says before steps which
    /// declaration is next.
    fn calling(&mut self, name: &str, inits: &[Init], pos: Pos, end: Option<i64>) -> anf::Var {
        let name = self.kept.b.declare(name, &[], &[]);
        self.top.of_entry.insert(name);
        self.kept.b.open();
        for init in inits {
            self.kept.b.at(init.pos);
            if init.is_step {
                self.step(init.dec as i64);
            }
            self.kept.b.calls(&[], init.fun, []);
        }
        end.into_iter().for_each(|number| self.step(number));
        let body = self.kept.b.close(Tail::Ret(Vec::new()));
        self.kept.b.add_fun(Fun { name, params: Vec::new(), results: Vec::new(), body, pos });
        name
    }
}
