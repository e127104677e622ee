//! Variables: scopes, and how often each is used.
//!
//! A use is noted when it is met. A second one needs a type whose values may be shared. Where
//! control forks, each branch begins with what was used before the fork; a variable that some
//! branches use and others do not needs a type whose values may be dropped. So does one that is
//! not used at all when its scope ends. Inside of `!x` the variable `x` is read-only, and its
//! uses do not count.

use super::{Checker, Reason};
use crate::core::{Expr, ExprKind, Local};
use crate::message::{also, error};
use crate::types::Ty;
use base::{EntityId, Name};
use cogent_syntax::ast::{Ident, Place};
use rustc_hash::FxHashMap;

/// A variable.
pub(super) struct Variable {
    pub(super) name: Name,
    pub(super) ty: Ty,
    pub(super) place: Place,
    /// The place of its first use.
    used: Option<Place>,
    /// The number of `!` with this variable around the current expression.
    banged: u32,
}

/// A point where control forks.
pub(super) struct Fork {
    mark: usize,
    /// Variables from here on belong to a branch.
    inner: usize,
    branches: Vec<Place>,
    /// The variables that branches use: where, in how many, and one that does not.
    used: FxHashMap<Local, Seen>,
    order: Vec<Local>,
}

struct Seen {
    place: Place,
    branches: usize,
    without: Option<usize>,
}

impl Checker<'_> {
    /// A variable that nobody can name.
    pub(super) fn fresh(&mut self, ty: Ty, place: Place) -> Local {
        self.variable("".into(), ty, place)
    }

    /// A variable that is in no scope yet.
    pub(super) fn variable(&mut self, name: Name, ty: Ty, place: Place) -> Local {
        self.variables.push(Variable { name, ty, place, used: None, banged: 0 })
    }

    /// A use of a variable that nobody can name, which is its only one.
    pub(super) fn fresh_use(&mut self, local: Local, place: Place) -> Expr {
        Expr { kind: ExprKind::Var(local), ty: self.variables[local].ty, place }
    }

    /// Begins the scope of variables.
    pub(super) fn enter(&mut self, locals: &[Local]) {
        let mut seen: FxHashMap<Name, Place> = FxHashMap::default();
        for local in locals {
            let Variable { name, place, .. } = &self.variables[*local];
            let (name, place) = (name.clone(), *place);
            if let Some(first) = seen.insert(name.clone(), place) {
                let title = format!("`{name}` is bound twice in one pattern");
                let twice = error(place, title, "bound again here");
                self.report(also(twice, first, "bound here"));
            }
            self.scopes.entry(name).or_default().push(*local);
        }
    }

    /// Ends the scope of variables.
    pub(super) fn leave(&mut self, locals: &[Local], later: usize) {
        self.flush(later);
        for local in locals {
            let Variable { name, ty, place, used, .. } = &self.variables[*local];
            let (name, ty, place) = (name.clone(), *ty, *place);
            if used.is_none() {
                self.oblige_at(Reason::Unused(name.clone()), ty, place);
            }
            if let Some(scope) = self.scopes.get_mut(&name) {
                scope.pop();
            }
        }
    }

    /// The variable of a name, if there is one.
    pub(super) fn find(&mut self, name: &Name, place: Place) -> Option<Local> {
        let local = *self.scopes.get(name)?.last()?;
        if local.index() < self.barrier {
            let title = format!("`{name}` is a variable outside of this lambda");
            let label = "a lambda can use its own variables only";
            let message = error(place, title, label);
            let bound = self.variables[local].place;
            self.report(also(message, bound, "bound here"));
        }
        Some(local)
    }

    /// A use of a variable.
    pub(super) fn use_variable(&mut self, local: Local, place: Place) -> Expr {
        let Variable { name, ty, used, banged, .. } = &mut self.variables[local];
        let mut ty = *ty;
        if *banged > 0 {
            ty = self.globals.core.types.bang(ty);
        } else if let Some(first) = *used {
            let reason = Reason::UsedTwice(name.clone(), first);
            self.oblige_at(reason, ty, place);
        } else {
            *used = Some(place);
            self.trail.push(local);
        }
        Expr { kind: ExprKind::Var(local), ty, place }
    }

    /// Something in which some variables are read-only.
    pub(super) fn with_bangs(
        &mut self,
        bangs: &[Ident],
        inside: impl FnOnce(&mut Self) -> Expr,
    ) -> Expr {
        let mut locals = Vec::new();
        for bang in bangs {
            let Some(local) = self.find(&bang.name, bang.place) else {
                let title = format!("unknown variable `{}`", bang.name);
                self.error(bang.place, title, "only variables can be made read-only");
                continue;
            };
            let Variable { ty, used, banged, .. } = &self.variables[local];
            if let (Some(first), 0) = (*used, *banged) {
                let reason = Reason::UsedTwice(bang.name.clone(), first);
                self.oblige_at(reason, *ty, bang.place);
            }
            locals.push(local);
        }
        for local in &locals {
            self.variables[*local].banged += 1;
        }
        let expr = inside(self);
        for local in &locals {
            self.variables[*local].banged -= 1;
        }
        if !bangs.is_empty() {
            let names: Vec<String> = bangs.iter().map(|bang| format!("!{}", bang.name)).collect();
            self.oblige_at(Reason::Escapes(names.join(" ")), expr.ty, expr.place);
        }
        expr
    }

    /// Control forks here.
    pub(super) fn fork(&mut self) -> Fork {
        Fork {
            mark: self.trail.len(),
            inner: self.variables.len(),
            branches: Vec::new(),
            used: FxHashMap::default(),
            order: Vec::new(),
        }
    }

    /// A branch ends here; the next begins as this one did.
    pub(super) fn end_branch(&mut self, fork: &mut Fork, place: Place) {
        let number = fork.branches.len();
        fork.branches.push(place);
        for local in self.trail.drain(fork.mark..) {
            let Some(place) = self.variables[local].used.take() else { continue };
            if local.index() >= fork.inner {
                continue;
            }
            let seen = fork.used.entry(local).or_insert_with(|| {
                fork.order.push(local);
                Seen { place, branches: 0, without: (number > 0).then_some(0) }
            });
            if seen.branches < number && seen.without.is_none() {
                seen.without = Some(seen.branches);
            }
            seen.branches += 1;
        }
    }

    /// The branches meet here.
    pub(super) fn join(&mut self, fork: Fork) {
        for local in fork.order {
            let seen = &fork.used[&local];
            self.variables[local].used = Some(seen.place);
            self.trail.push(local);
            if seen.branches < fork.branches.len() {
                let without = fork.branches[seen.without.unwrap_or(seen.branches)];
                let Variable { name, ty, .. } = &self.variables[local];
                let reason = Reason::UnusedInBranch(name.clone(), without);
                self.oblige_at(reason, *ty, seen.place);
            }
        }
    }
}
