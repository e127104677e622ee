//! Texts that are elaborated for what is known of them then, and are no part of the program.

use super::{Mark, Taken};
use crate::Compilation;
use crate::env::{Binding, Val};

impl Compilation {
    /// Takes back a text that has been added since a moment, and whose bindings were taken.
    pub fn withdraw(&mut self, since: Mark) {
        let decs = &mut self.elab.core.program.decs;
        let new = decs.split_off(since.decs);
        decs.extend(new.into_iter().filter(|top| top.library));
    }

    /// The type of the last value among bindings of this name.
    pub fn type_of(&self, taken: &Taken, name: &str) -> Option<String> {
        let names = &self.elab.core.program.names;
        let var = taken.bindings.iter().rev().find_map(|binding| match binding {
            Binding::Val(bound, Val::Var(var)) if **names.text(*bound) == *name => Some(*var),
            Binding::Val(..) | Binding::Type(..) | Binding::Str(..) => None,
            Binding::Sig(..) | Binding::Fct(..) => None,
        })?;
        Some(self.elab.show(self.elab.core.program.vars[var].ty))
    }
}
