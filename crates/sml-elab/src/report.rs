//! What has been said to the user, and what is better not said.

use super::clues::Clues;
use diag::{Diagnostic, Severity};
use rustc_hash::FxHashSet;
use sml_syntax::names::{Names, Sym};

/// After so many errors in a text no further ones are shown.
const MOST_ERRORS: usize = 500;

/// What has been said.
#[derive(Default)]
pub(crate) struct Messages {
    /// Those that are to be shown.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Above 0, nothing is reported: it has been already.
    pub(crate) quiet: u32,
    /// How many errors there were, shown or not.
    pub(crate) errors: u32,
    /// How many errors there were before the file at hand.
    errors_of_file: u32,
    /// Was a structure opened that is not known? Then nobody knows what is bound.
    pub(crate) blind: bool,
    /// What the text around says about errors.
    pub(crate) clues: Clues,
    /// Unknown names that have been reported in this declaration.
    pub(crate) reported: FxHashSet<(u8, Sym)>,
}

impl Messages {
    /// A file begins.
    pub(crate) fn begin_file(&mut self) {
        self.blind = false;
        self.errors_of_file = self.errors;
        self.clues = Clues::default();
    }

    /// Reports an error or a warning, unless it has been reported already.
    pub(crate) fn report(&mut self, message: Diagnostic, names: &Names) {
        let error = message.severity == Severity::Error;
        self.errors += u32::from(error);
        if self.quiet > 0 || error && self.clues.shown_errors >= MOST_ERRORS {
            return;
        }
        if !error {
            self.diagnostics.push(message);
        } else if let Some(message) = self.clues.with_stray(message, names) {
            self.clues.shown_errors += 1;
            self.diagnostics.push(message);
        }
    }

    /// Are messages suppressed?
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet > 0
    }

    /// Was there an error in the file at hand?
    pub(crate) fn is_wrong(&self) -> bool {
        self.errors > self.errors_of_file
    }

    /// Is nothing said about unknown names?
    pub(crate) fn is_mute(&self) -> bool {
        self.blind || self.clues.shown_errors >= MOST_ERRORS
    }
}
