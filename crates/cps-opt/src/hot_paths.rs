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

use crate::rare::{flag_of, is_flag};
use cps::walk::Copier;
use cps::{Atom, Body, Cont, Let, Module, Tail, Var};
use pass::{Pass, Setting, Settings, Stats};
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
    /// Jumps to it on usual ways, and on rare ones without a call.
    hot: usize,
    /// Rare calls that return to it, and jumps behind such calls.
    cold: usize,
    /// Calls that return to it on usual ways, and what else there is.
    other: usize,
    /// The most usual way to it.
    way: Way,
}

/// The way to a body; the most usual one comes first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// A usual one.
    Usual,
    /// A rare one, in the same piece of code.
    Rare,
    /// One behind a rare call.
    #[default]
    Returned,
}

/// Counts the uses of continuations. `flags` are the variables that decide whether a way is usual.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
fn count(body: &Body, way: Way, flags: &mut FxHashSet<Var>, uses: &mut FxHashMap<Var, Uses>) {
    flags.extend(body.lets.iter().filter_map(flag_of));
    match &body.tail {
        Tail::Jump { k, .. } => {
            let uses = uses.entry(*k).or_default();
            uses.way = uses.way.min(way);
            if way == Way::Returned { uses.cold += 1 } else { uses.hot += 1 }
        }
        Tail::Call { k, .. } => {
            let uses = uses.entry(*k).or_default();
            if way == Way::Usual {
                uses.way = way;
                uses.other += 1;
            } else {
                uses.cold += 1;
            }
        }
        Tail::If { cond: Atom::Var(flag), then, els } if flags.contains(flag) => {
            count(then, way, flags, uses);
            count(els, if way == Way::Usual { Way::Rare } else { way }, flags, uses);
        }
        tail => tail.bodies().for_each(|body| count(body, way, flags, uses)),
    }
    // What uses a continuation comes after it, so that the ways to it are known by now.
    for binding in body.lets.iter().rev() {
        match binding {
            Let::Conts(conts) => {
                let ways = conts.iter().map(|cont| way_to(uses, cont));
                let inside = ways.min().unwrap_or_default();
                conts.iter().for_each(|cont| count(&cont.body, inside, flags, uses));
            }
            // A function has uses of its own.
            Let::Funs(funs) => {
                funs.iter().for_each(|fun| count(&fun.body, Way::Usual, flags, uses));
            }
            Let::SetHandler { k } | Let::Capture { k, .. } => {
                let uses = uses.entry(*k).or_default();
                uses.way = uses.way.min(way);
                uses.other += 1;
            }
            Let::Op { .. } | Let::GetHandler { .. } => {}
        }
    }
}

/// The way to a continuation. What a call returns to is a piece of code of its own.
fn way_to(uses: &FxHashMap<Var, Uses>, cont: &Cont) -> Way {
    match uses.get(&cont.name) {
        Some(uses) if uses.way == Way::Usual || uses.cold == 0 => uses.way,
        Some(_) | None => Way::Returned,
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
                Let::Conts(conts) => {
                    let way = conts.iter().map(|cont| way_to(&self.uses, cont)).min();
                    for cont in conts {
                        match way {
                            Some(Way::Usual) => self.body(&mut cont.body),
                            Some(Way::Rare) => self.rare(&mut cont.body),
                            Some(Way::Returned) | None => {}
                        }
                    }
                }
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
                let rare = is_flag(&body.lets, cond);
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
        let way = way_to(&self.uses, cont);
        self.uses.insert(fresh, Uses { way, ..Uses::default() });
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
