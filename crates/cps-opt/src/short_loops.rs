//! Marks loops that are so short that they need no safe point.
//!
//! ```text
//! cont loop(i, s) {                                     cont loop(i, s) short {
//!   c = slt.i64 i 5                                       c = slt.i64 i 5
//!   if c { ...  j = add.i64 i 1  jump loop j t }     =>   ...
//!   else { ... }                                        }
//! }
//! jump loop 0 x                                         jump loop 0 x
//! ```
//! The loop is counted ([`prim::counted`]), its bound is a constant, the counter begins with a
//! known number, and nothing is allocated or called on the way. The translation to Flow leaves
//! such a loop in the cluster around it, whose variables it sees without passing them on, where
//! others become clusters with a heap check (n-body is 1.6 times as fast).
//!
//! An inner loop may begin with the counter of an outer one. The rounds of a nest are those of
//! its loops multiplied.
//!
//! Expects: nothing. Establishes: nothing; a loop that a later pass changes must be looked at
//! again, so this stands behind all that do.

mod code;

use code::{Block, Code};
use cps::{Atom, Body, Let, Module, Op, Var};
use pass::{Pass, Setting, Settings, Stats};
use prim::counted::{Counted, Loop, MOST_STEP, Operand};
use prim::{Data, Effect};
use rustc_hash::{FxHashMap, FxHashSet};

/// Loops without a safe point.
pub static SHORT_LOOPS: Pass<Module> = Pass {
    name: "short-loops",
    about: "marks counted loops of few rounds that need no safe point",
    settings: &[Setting {
        name: "rounds",
        default: 1024,
        about: "most rounds of a nest of loops without a safe point",
    }],
    run: short_loops,
};

fn short_loops(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let mut short = FxHashSet::default();
    for fun in &module.funs {
        find(&fun.body, settings.get("rounds") as i64, &mut short);
    }
    if short.is_empty() {
        return;
    }
    stats.count("loop", short.len());
    module.funs.iter_mut().for_each(|fun| mark(&mut fun.body, &short));
}

fn mark(body: &mut Body, short: &FxHashSet<Var>) {
    for binding in &mut body.lets {
        match binding {
            Let::Funs(funs) => funs.iter_mut().for_each(|fun| mark(&mut fun.body, short)),
            Let::Conts(conts) => {
                for cont in conts {
                    cont.short |= short.contains(&cont.name);
                    mark(&mut cont.body, short);
                }
            }
            Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {}
        }
    }
    body.tail.bodies_mut().for_each(|body| mark(body, short));
}

/// Finds the short loops of a function of the module.
fn find(body: &Body, rounds: i64, short: &mut FxHashSet<Var>) {
    let code = Code::of(body);
    let mut found = Found { ranges: FxHashMap::default(), around: Vec::new() };
    // Outer loops come first: their counters bound those of inner ones.
    for block in &code.blocks {
        while found.around.last().is_some_and(|(outer, _)| !code.blocks[*outer].holds(block)) {
            found.around.pop();
        }
        if found.add_if_short(&code, block, rounds).is_some() {
            short.insert(block.cont.name);
        }
    }
}

/// The short loops found so far.
struct Found {
    /// The least and the most that a counter is.
    ranges: FxHashMap<Var, (i64, i64)>,
    /// The short loops around the code that is looked at, with the rounds of each nest.
    around: Vec<(usize, i64)>,
}

impl Found {
    fn add_if_short(&mut self, code: &Code<'_>, block: &Block<'_>, most: i64) -> Option<()> {
        if code.named_otherwise.contains(&block.cont.name) {
            return None;
        }
        let (cond, then, els) = block.branch()?;
        let (mut again, mut entries) = (Vec::new(), Vec::new());
        for jump in code.jumps_to(block.cont.name) {
            let inside = jump.from.is_some_and(|from| block.holds(&code.blocks[from]));
            if inside { again.push(jump.args) } else { entries.push(jump.args) }
        }
        if again.is_empty() || entries.is_empty() {
            return None;
        }
        let inside = code.ways_back(block);
        let goes_on_if_true = code.stays(then, &inside);
        if goes_on_if_true == code.stays(els, &inside) {
            return None;
        }
        let params = &block.cont.params;
        let counted = code.view(|view| {
            Counted::find(view, &Loop { params, cond, goes_on_if_true, again: &again })
        })?;
        let mut starts = entries.iter().map(|args| self.range(code, args.get(counted.counter)?));
        let starts = starts.try_fold((i64::MAX, i64::MIN), |(least, most), range| {
            let (low, high) = range?;
            Some((low.min(least), high.max(most)))
        })?;
        let around = self.around.last().map_or(1, |(_, rounds)| *rounds);
        let rounds = counted.rounds(starts)?.saturating_mul(around);
        if rounds > most || !code.is_quiet(&inside) {
            return None;
        }
        self.ranges.insert(params[counted.counter], reached(&counted, starts));
        self.around.push((block.index, rounds));
        Some(())
    }

    /// Between what an operand is.
    fn range(&self, code: &Code<'_>, atom: &Atom) -> Option<(i64, i64)> {
        match code::operand(atom) {
            Operand::Int(n) => Some((n, n)),
            Operand::Other => None,
            Operand::Var(var) => match code.view(|view| view.sum(var)) {
                Some((from, by)) => {
                    let (low, high) = self.ranges.get(&from)?;
                    Some((low.checked_add(by)?, high.checked_add(by)?))
                }
                None => self.ranges.get(&var).copied(),
            },
        }
    }
}

/// Between what the counter of a loop is that begins between `starts`.
fn reached(counted: &Counted<Var>, (least, most): (i64, i64)) -> (i64, i64) {
    let Operand::Int(bound) = counted.bound else { return (least, most) };
    match counted.step > 0 {
        true => (least, most.max(bound + MOST_STEP)),
        false => (least.min(bound - MOST_STEP), most),
    }
}

/// True if the binding neither allocates nor calls.
fn is_quiet(binding: &Let) -> bool {
    match binding {
        Let::Op { op: Op::Data(Data::Con(..)), args, .. } => args.is_empty(),
        Let::Op { op: Op::AnyInject(_), .. } => false,
        Let::Op { op, .. } => match op.effect() {
            Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => true,
            Effect::Alloc | Effect::AllocTrap | Effect::Control => false,
        },
        Let::Conts(_) => true,
        Let::Funs(_) | Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {
            false
        }
    }
}

#[cfg(test)]
mod tests;
