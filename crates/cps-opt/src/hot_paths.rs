//! Gives join points that a rare way leads to as well a copy for the usual ways.
//!
//! ```text
//! cont j(x: any) { ... }                      cont j(x: any) { ... }
//! (ok: i1, r: any) = small.add a b            cont j.9(x.8: any) { ... }
//! if ok {                                     (ok: i1, r: any) = small.add a b
//!   jump j r                           =>     if ok {
//! } else {                                      jump j.9 r
//!   call add a b return j                     } else {
//! }                                             call add a b return j
//!                                             }
//! ```
//!
//! A join point that a call returns to must be a cluster of its own, and so ends the code before
//! it: a loop with generic arithmetic would go through a cluster for every operation. Its copy,
//! which only jumps lead to, is code in the place of the jump, and the usual way through the loop
//! is in one piece. Rare is what happens where the operands of an operation on small integers are
//! none.
//!
//! The copy is looked at in turn, the original is not: it is rare itself. So code grows with the
//! square of the number of operations in a row; what is larger than `size` is not copied, and all
//! copies together add at most `growth` per cent.
//!
//! Expects: `contract` before, so that sizes are those of what is left. Establishes: nothing; run
//! `contract` next.

use cps::walk::Copier;
use cps::{Atom, Body, Cont, Let, Module, Op, Tail, Var};
use pass::{Pass, Setting, Settings, Stats};
use prim::{Prim, SmallOp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Copies of join points for usual ways.
pub static HOT_PATHS: Pass<Module> = Pass {
    name: "hot-paths",
    about: "copies join points that rare calls return to for the usual ways to them",
    settings: &[
        Setting { name: "size", default: 300, about: "size of the largest join point copied" },
        Setting { name: "growth", default: 100, about: "per cent that the module may grow by" },
    ],
    run: hot_paths,
};

fn hot_paths(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let mut funs = std::mem::take(&mut module.funs);
    let whole: usize = funs.iter().map(|fun| fun.body.size()).sum();
    let mut cx = Hot {
        module,
        size: settings.get("size"),
        budget: whole * settings.get("growth") / 100,
        uses: FxHashMap::default(),
        renamed: FxHashMap::default(),
        found: 0,
    };
    for fun in &mut funs {
        cx.uses.clear();
        count(&fun.body, Way::Usual, &mut FxHashSet::default(), &mut cx.uses);
        cx.body(&mut fun.body);
    }
    stats.count("join point", cx.found);
    module.funs = funs;
}

/// How a continuation is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// Jumps to it on usual ways.
    hot: usize,
    /// Rare calls that return to it, and jumps behind such calls.
    cold: usize,
    /// Calls that return to it on usual ways, and what else there is.
    other: usize,
}

/// The result of a binding that says whether its operands are small integers.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
pub(crate) fn flag_of(binding: &Let) -> Option<Var> {
    match binding {
        Let::Op { dst, op: Op::Prim(Prim::Small(op)), .. } => match op {
            SmallOp::Add | SmallOp::Sub | SmallOp::Mul => dst.first().copied(),
            SmallOp::Lt | SmallOp::Le | SmallOp::Eq => dst.first().copied(),
            _ => None,
        },
        _ => None,
    }
}

/// The way to a body.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// A usual one.
    Usual,
    /// A rare one, in the same piece of code.
    Rare,
    /// One behind a rare call.
    Returned,
}

/// Counts the uses of continuations. `flags` are the variables that decide whether a way is usual.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
fn count(body: &Body, way: Way, flags: &mut FxHashSet<Var>, uses: &mut FxHashMap<Var, Uses>) {
    for binding in &body.lets {
        flags.extend(flag_of(binding));
        match binding {
            Let::Conts(conts) => {
                let inside = if way == Way::Usual { way } else { Way::Returned };
                conts.iter().for_each(|cont| count(&cont.body, inside, flags, uses));
            }
            // A function has uses of its own.
            Let::Funs(funs) => {
                funs.iter().for_each(|fun| count(&fun.body, Way::Usual, flags, uses));
            }
            Let::SetHandler { k } | Let::Capture { k, .. } => {
                uses.entry(*k).or_default().other += 1;
            }
            Let::Op { .. } | Let::GetHandler { .. } => {}
        }
    }
    match &body.tail {
        Tail::Jump { k, .. } => {
            let uses = uses.entry(*k).or_default();
            if way == Way::Returned { uses.cold += 1 } else { uses.hot += 1 }
        }
        Tail::Call { k, .. } => {
            let uses = uses.entry(*k).or_default();
            if way == Way::Usual { uses.other += 1 } else { uses.cold += 1 }
        }
        Tail::If { cond: Atom::Var(flag), then, els } if flags.contains(flag) => {
            count(then, way, flags, uses);
            count(els, if way == Way::Usual { Way::Rare } else { way }, flags, uses);
        }
        tail => tail.bodies().for_each(|body| count(body, way, flags, uses)),
    }
}

struct Hot<'m> {
    module: &'m mut Module,
    size: usize,
    budget: usize,
    uses: FxHashMap<Var, Uses>,
    /// The copies that usual ways go to.
    renamed: FxHashMap<Var, Var>,
    found: usize,
}

impl Hot<'_> {
    /// Looks at a body on a usual way.
    fn body(&mut self, body: &mut Body) {
        let mut at = 0;
        while at < body.lets.len() {
            if let Let::Conts(conts) = &body.lets[at]
                && let [cont] = &conts[..]
                && self.is_split(cont)
            {
                let cont = cont.clone();
                let copy = self.copy(&cont);
                // The original is rare now, and its copy is looked at next.
                body.lets.insert(at + 1, Let::Conts(vec![copy]));
                at += 1;
                continue;
            }
            match &mut body.lets[at] {
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.body(&mut fun.body)),
                Let::Op { .. } | Let::GetHandler { .. } => {}
                Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
            at += 1;
        }
        self.tail(body);
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
    fn tail(&mut self, body: &mut Body) {
        match &mut body.tail {
            Tail::Jump { k, .. } => {
                if let Some(copy) = self.renamed.get(k) {
                    *k = *copy;
                }
            }
            Tail::If { cond, then, els } => {
                let cond = cond.var();
                let rare = cond.is_some() && body.lets.iter().any(|b| flag_of(b) == cond);
                self.body(then);
                if rare { self.rare(els) } else { self.body(els) }
            }
            tail => tail.bodies_mut().for_each(|body| self.body(body)),
        }
    }

    /// Looks at a body on a rare way. What jumps on without a call is in the same piece of code,
    /// such as arithmetic on numbers of the other kind, and goes to the copy as well.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
    fn rare(&mut self, body: &mut Body) {
        match &mut body.tail {
            Tail::Jump { k, .. } => {
                if let Some(copy) = self.renamed.get(k) {
                    *k = *copy;
                }
            }
            Tail::If { then, els, .. } => {
                self.rare(then);
                self.rare(els);
            }
            _ => {}
        }
    }

    fn is_split(&mut self, cont: &Cont) -> bool {
        let Some(uses) = self.uses.get(&cont.name).copied() else { return false };
        if uses.hot == 0 || uses.cold == 0 || uses.other > 0 {
            return false;
        }
        let size = cont.body.size();
        let fits = size <= self.size && size <= self.budget && !refers(&cont.body, cont.name);
        if fits {
            self.budget -= size;
        }
        fits
    }

    fn copy(&mut self, cont: &Cont) -> Cont {
        self.found += 1;
        let fresh = self.module.fresh_like(cont.name);
        let map = FxHashMap::from_iter([(cont.name, Atom::Var(fresh))]);
        let vars = &mut self.module.vars;
        let copy = Copier { vars, map, pos: &mut |pos| pos }.cont(cont);
        count(&copy.body, Way::Usual, &mut FxHashSet::default(), &mut self.uses);
        self.renamed.insert(cont.name, fresh);
        copy
    }
}

/// True if a body jumps or returns to a continuation.
fn refers(body: &Body, name: Var) -> bool {
    let mut uses = FxHashMap::default();
    count(body, Way::Usual, &mut FxHashSet::default(), &mut uses);
    uses.contains_key(&name)
}
