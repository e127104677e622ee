//! Renaming apart: every binding gets a name of its own, which is no free
//! variable's either. The first binding of a name keeps it.
//!
//! ```text
//! let x = 1 in let x = x + 1 in x      =>      let x = 1 in let x1 = x + 1 in x1
//! ```
//! The result is equal up to renaming, and coherent (Schneider, Smolka, Hack,
//! theorems 11 and 12, section 8). Linear time.

use crate::outline::{Outline, Step};
use crate::{Cluster, Unit, Var};
use faults::{Fault, on};
use rustc_hash::FxHashSet;

/// A new variable for each occurrence. `fresh` makes one for a binding of the
/// variable that it is given.
pub fn apart(outline: &Outline, mut fresh: impl FnMut(Var) -> Var) -> Vec<Var> {
    let meaning = outline.resolve();
    let free = meaning.iter().zip(&outline.vars).filter(|(m, _)| m.is_none()).map(|(_, var)| *var);
    let mut taken: FxHashSet<Var> = free.collect();
    if on(Fault::ApartForgetsFree) {
        taken.clear();
    }
    let mut names = outline.vars.clone();
    for step in outline.walk() {
        let (_, binds) = outline.occurrences(step);
        if on(Fault::ApartForgetsFree) && step == Step::Enter(0) {
            continue;
        }
        if on(Fault::ApartForgetsParams) && matches!(step, Step::Enter(body) if body > 0) {
            continue;
        }
        for i in binds.range() {
            if !taken.insert(names[i]) {
                names[i] = fresh(names[i]);
            }
        }
    }
    for (i, meaning) in meaning.iter().enumerate() {
        if let Some(binding) = meaning {
            names[i] = names[*binding as usize];
        }
    }
    names
}

impl Cluster {
    /// Gives each occurrence the variable that stands at its number.
    pub fn rename_occurrences(&mut self, names: &[Var]) {
        let mut names = names.iter();
        self.rename(|var| names.next().copied().unwrap_or(var));
    }
}

/// Renames every cluster of a unit apart; returns how many bindings got a new name.
pub fn rename_apart(unit: &mut Unit) -> usize {
    let Unit { vars, clusters, .. } = unit;
    let before = vars.len();
    for (_, cluster) in clusters.iter_mut() {
        if crate::bound_once::bound_again(cluster).is_empty() {
            continue;
        }
        let names = apart(&Outline::of(cluster), |var| {
            let info = vars[var].clone();
            vars.push(info)
        });
        cluster.rename_occurrences(&names);
    }
    vars.len() - before
}
