//! Sets of variables and maps from them, for one outline.

use crate::Var;
use rustc_hash::FxHashMap;

/// A map from the variables of an outline. Their numbers mostly lie close
/// together; then it is a vector.
#[derive(Clone, Debug)]
pub(crate) enum VarMap<T> {
    /// From this number on.
    Dense(u32, Vec<Option<T>>),
    /// The numbers lie far apart.
    Sparse(FxHashMap<Var, T>),
}

impl<T: Copy> VarMap<T> {
    /// An empty map from these variables.
    pub(crate) fn of(vars: &[Var]) -> VarMap<T> {
        let first = vars.iter().map(|var| var.0).min().unwrap_or(0);
        let last = vars.iter().map(|var| var.0).max().unwrap_or(0);
        let room = (last - first) as usize + 1;
        if room <= 4 * vars.len() + 64 {
            VarMap::Dense(first, vec![None; room])
        } else {
            VarMap::Sparse(FxHashMap::default())
        }
    }

    /// The value of the variable in the map.
    #[inline]
    pub(crate) fn get(&self, var: Var) -> Option<T> {
        match self {
            VarMap::Dense(first, items) => {
                items.get(var.0.wrapping_sub(*first) as usize).copied().flatten()
            }
            VarMap::Sparse(items) => items.get(&var).copied(),
        }
    }

    /// Maps a variable of the outline, or unmaps it; gives what it was mapped to.
    #[inline]
    pub(crate) fn set(&mut self, var: Var, value: Option<T>) -> Option<T> {
        match (self, value) {
            (VarMap::Dense(first, items), value) => {
                let place = items.get_mut(var.0.wrapping_sub(*first) as usize);
                place.and_then(|place| std::mem::replace(place, value))
            }
            (VarMap::Sparse(items), Some(value)) => items.insert(var, value),
            (VarMap::Sparse(items), None) => items.remove(&var),
        }
    }
}

/// A set of variables of an outline, in which adding, removing and asking cost
/// a constant, and going over it and emptying it cost its size.
#[derive(Clone, Debug)]
pub struct VarSet {
    place: VarMap<u32>,
    items: Vec<Var>,
}

impl VarSet {
    /// An empty set of some of these variables.
    pub(crate) fn of(vars: &[Var]) -> VarSet {
        VarSet { place: VarMap::of(vars), items: Vec::new() }
    }

    /// Adds a variable.
    #[inline]
    pub fn insert(&mut self, var: Var) {
        if !self.contains(var) {
            self.place.set(var, Some(self.items.len() as u32));
            self.items.push(var);
        }
    }

    /// Removes a variable.
    pub fn remove(&mut self, var: Var) {
        let Some(at) = self.place.set(var, None) else { return };
        self.items.swap_remove(at as usize);
        if let Some(moved) = self.items.get(at as usize) {
            self.place.set(*moved, Some(at));
        }
    }

    /// Removes all of them.
    pub fn clear(&mut self) {
        for var in self.items.drain(..) {
            self.place.set(var, None);
        }
    }

    /// True if the variable is in the set.
    #[inline]
    pub fn contains(&self, var: Var) -> bool {
        self.place.get(var).is_some()
    }

    /// The variables, in no particular order, but always the same one.
    pub fn iter(&self) -> impl Iterator<Item = Var> + '_ {
        self.items.iter().copied()
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
