//! Environments of projects, brought into a session.

use super::{Mark, Step};
use crate::Compilation;
use crate::basis::Basis;

impl Compilation {
    /// Binds what a basis has, as if it were the one declaration of a text that has been added since
    /// a moment. Parts of the library are there anyway.
    pub fn adopt(&mut self, basis: &Basis, since: Mark) {
        let (bindings, mut directives) = basis.listed(&mut self.elab.core.program.names);
        bindings.iter().for_each(|binding| self.elab.env.bind(*binding));
        // Operators of the library are infix anyway.
        directives.retain(|directive| self.fixity.get(directive.name) != directive.fixity);
        directives.iter().for_each(|directive| self.fixity.set(directive.name, directive.fixity));
        let decs = &self.elab.core.program.decs[since.decs..];
        let decs = decs.iter().filter(|top| !top.library).count();
        self.steps = vec![Step { bindings: bindings.len(), decs, opens: false }];
        self.directives = directives;
    }
}
