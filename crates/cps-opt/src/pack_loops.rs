//! Marks loops of which every round has a frame, so that the frames need not hold what the loop
//! does not change.
//!
//! ```text
//! cont loop(i: i64) {                                 cont loop(i: i64) packed {
//!   done: i1 = sge.i64 i n                              ...
//!   if done { jump after a b c }                      }
//!   else {                                       =>
//!     cont next() { j: i64 = add.i64 i 1  jump loop j }
//!     call f return next
//!   }
//! }
//! jump loop 0                                         jump loop 0
//! ```
//!
//! A frame has a copy of every variable that is needed behind it, so that each round of this loop
//! stores and loads `n`, `f`, `a`, `b` and `c`. The translation to Flow puts what such a loop needs
//! from outside in one record, and the record in the frames. (Shao and Appel, *Space-Efficient
//! Closure Representations*, share records of variables with the same lifetime, too.) A generator
//! that gives ten million numbers takes 0.75 of the time.
//!
//! That pays from the second round on, if no round can do without a frame: then nothing stays in
//! registers from one round to the next. So a loop is marked if all its ways back to its head pass
//! through a continuation that calls return to, that is captured or a handler.
//!
//! Expects: nothing. Establishes: nothing; a loop that a later pass changes must be looked at
//! again, so this stands behind all that do.

mod graph;

use crate::census::{Census, census};
use base::SecondaryMap;
use cps::{Body, Cont, Let, Module, Tail, Var};
use pass::{Pass, Settings, Stats};

/// Loops with frames.
pub static PACK_LOOPS: Pass<Module> = Pass {
    name: "pack-loops",
    about: "marks loops with calls, whose frames then share what the loop does not change",
    settings: &[],
    run: pack_loops,
};

fn pack_loops(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let (is_open, is_loop) = (SecondaryMap::new(), SecondaryMap::new());
    let mut cx = Mark { census: census(module), is_open, is_loop, count: 0 };
    for fun in &mut module.funs {
        cx.find(&fun.body);
        cx.mark(&mut fun.body);
    }
    stats.count("loop", cx.count);
}

struct Mark {
    census: Census,
    /// Continuations around the place that the walk is at.
    is_open: SecondaryMap<Var, bool>,
    /// Continuations that are jumped to from inside.
    is_loop: SecondaryMap<Var, bool>,
    count: usize,
}

impl Mark {
    fn find(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Conts(conts) => {
                    for cont in conts {
                        self.is_open[cont.name] = true;
                        self.find(&cont.body);
                        self.is_open[cont.name] = false;
                    }
                }
                Let::Funs(funs) => funs.iter().for_each(|fun| self.find(&fun.body)),
                Let::Op { .. } | Let::Capture { .. } => {}
                Let::GetHandler { .. } | Let::SetHandler { .. } => {}
            }
        }
        if let Tail::Jump { k, .. } = &body.tail {
            self.is_loop[*k] |= self.is_open[*k];
        }
        body.tail.bodies().for_each(|body| self.find(body));
    }

    fn mark(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Conts(conts) => {
                    // In a group of several, a round may pass through another one.
                    let alone = conts.len() == 1;
                    for cont in conts {
                        cont.packed = alone && self.has_frames(cont);
                        self.count += usize::from(cont.packed);
                        self.mark(&mut cont.body);
                    }
                }
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.mark(&mut fun.body)),
                Let::Op { .. } | Let::Capture { .. } => {}
                Let::GetHandler { .. } | Let::SetHandler { .. } => {}
            }
        }
        body.tail.bodies_mut().for_each(|body| self.mark(body));
    }

    /// True of a loop in which every round has a frame.
    fn has_frames(&self, cont: &Cont) -> bool {
        let block = self.is_loop[cont.name] && self.census[cont.name].only_jumped();
        block && !graph::has_round_without_frame(cont)
    }
}

#[cfg(test)]
mod tests;
