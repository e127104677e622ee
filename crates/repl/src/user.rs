//! The user of a session, as the session sees one.

use diag::{Diagnostic, Sources};

/// The place where answers and messages go.
pub trait User {
    /// Errors and warnings.
    fn messages(&mut self, sources: &Sources, found: &[Diagnostic]);

    /// An answer: lines, each with its end.
    fn answer(&mut self, text: &str);

    /// The user has interrupted a text before it has run.
    fn interrupted(&mut self);

    /// A file is about to be evaluated.
    fn opens(&mut self, name: &str) {
        self.answer(&format!("[opening {name}]\n"));
    }
}
