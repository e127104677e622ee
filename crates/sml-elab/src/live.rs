//! The declarations of a session that later texts may still refer to: those that the names in
//! force lead to.
//!
//! ```text
//! val a = 1   fun f x = x + a   val b = f a   val a = 2       reached: f, the first a, b, the second a
//! val b = 3                                                   ... and b has gone
//! ```
//! The value of a declaration that has been evaluated stands by itself: what it was computed from is
//! not reached through it. A function leads to all that its text mentions, since it may be
//! compiled again for other types.

use super::env::{Captured, FctId, StrId, Val};
use super::{Compilation, Elab};
use crate::core::walk::{self, Part, walk};
use crate::core::{Dec, Exp, ExpKind, Pat, PatKind, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The ways in which a declaration is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It computes a value or makes an exception: what it has made is still wanted.
    Value,
    /// It is a function, a constant or another name, which costs nothing to make again.
    Text,
}

impl Compilation {
    /// Of these declarations of the user, by their numbers in the program, those that are reached.
    pub fn reached(&mut self, decs: impl Iterator<Item = Range<usize>>) -> FxHashMap<usize, Held> {
        let all = &self.elab.core.program.decs;
        let decs: Vec<usize> = decs.flatten().filter(|dec| !all[*dec].library).collect();
        let mut homes = FxHashMap::default();
        for dec in &decs {
            each_bound(&all[*dec].dec, |var| _ = homes.insert(var, *dec));
        }
        let mut search = Search::default();
        self.elab.name_roots(&mut search);
        let mut reached = FxHashMap::default();
        while let Some(var) = search.vars.pop() {
            let Some(home) = homes.get(&var).copied() else { continue };
            if reached.contains_key(&home) {
                continue;
            }
            let dec = &self.elab.core.program.decs[home].dec;
            let held = if is_value(dec) { Held::Value } else { Held::Text };
            reached.insert(home, held);
            if held == Held::Text {
                each_mentioned(dec, |var| search.vars.push(var));
            }
        }
        reached
    }
}

/// What is still to be followed, and what was.
#[derive(Default)]
struct Search {
    vars: Vec<Var>,
    structures: Vec<StrId>,
    functors: Vec<FctId>,
    seen_structures: FxHashSet<StrId>,
    seen_functors: FxHashSet<FctId>,
}

impl Elab {
    /// The variables that names in force lead to.
    fn name_roots(&mut self, search: &mut Search) {
        let in_force = self.env.in_force();
        self.follow(&in_force, search);
        loop {
            if let Some(structure) = search.structures.pop() {
                if search.seen_structures.insert(structure) {
                    let env = self.contents(structure);
                    env.vals.iter().for_each(|(_, val)| self.follow_val(val, search));
                    search.structures.extend(env.strs.iter().map(|(_, inner)| inner));
                }
            } else if let Some(functor) = search.functors.pop() {
                if search.seen_functors.insert(functor) {
                    let captured = self.core.entities.fcts[functor].captured();
                    self.follow(&captured, search);
                }
            } else {
                return;
            }
        }
    }

    fn follow(&self, names: &Captured, search: &mut Search) {
        names.vals.values().for_each(|val| self.follow_val(*val, search));
        search.structures.extend(names.strs.values());
        search.functors.extend(names.fcts.values());
    }

    fn follow_val(&self, val: Val, search: &mut Search) {
        match val {
            Val::Var(var) | Val::Exn(var) => search.vars.push(var),
            Val::View(view) => {
                if let Some(target) = self.core.entities.views[view].target {
                    self.follow_val(target, search);
                }
            }
            Val::Con(..) | Val::Overload(_) | Val::Equal | Val::Error => {}
        }
    }
}

/// True if a declaration is evaluated once.
fn is_value(dec: &Dec) -> bool {
    match dec {
        Dec::Val { params, exp, pat, .. } => {
            let is_name = matches!(pat.kind, PatKind::Var(_));
            let by_itself = matches!(
                exp.kind,
                ExpKind::Fn(_)
                    | ExpKind::Var(..)
                    | ExpKind::Prim(_)
                    | ExpKind::Con(..)
                    | ExpKind::Excon(_)
                    | ExpKind::Lit(_)
            );
            params.is_empty() && !(is_name && by_itself)
        }
        Dec::Fun { .. } => false,
        Dec::Exception { .. } => true,
    }
}

/// The variables and exceptions that a declaration binds.
pub(crate) fn each_bound(dec: &Dec, mut found: impl FnMut(Var)) {
    match dec {
        Dec::Fun { binds, .. } => binds.iter().for_each(|bind| found(bind.var)),
        Dec::Exception { var, .. } => found(*var),
        Dec::Val { pat, .. } => {
            let mut work = vec![pat];
            while let Some(pat) = work.pop() {
                if let PatKind::Var(var) | PatKind::As(var, _) = &pat.kind {
                    found(*var);
                }
                walk::in_pat(pat, |inner| work.push(inner));
            }
        }
    }
}

/// The variables and exceptions that a declaration mentions.
fn each_mentioned(dec: &Dec, mut found: impl FnMut(Var)) {
    walk(dec, |part| {
        match part {
            Part::Exp(Exp { kind: ExpKind::Var(var, _) | ExpKind::Excon(var), .. })
            | Part::Pat(Pat { kind: PatKind::Excon(var, _), .. }) => found(*var),
            Part::Exp(_) | Part::Pat(_) | Part::Dec(_) => {}
        }
        true
    });
}
