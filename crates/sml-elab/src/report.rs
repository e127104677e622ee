//! The messages so far, and the suppression of those that would be consequences of others.

use super::clues::Clues;
use diag::{Diagnostic, Severity};
use rustc_hash::FxHashSet;
use sml_syntax::names::{Names, Sym};

/// After so many errors in a text no further ones are shown.
const MOST_ERRORS: usize = 500;

/// The messages so far.
#[derive(Default)]
pub(crate) struct Messages {
    /// The messages that are to be shown.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Above 0 while a phrase is elaborated again, whose messages have been reported.
    pub(crate) quiet: u32,
    /// The number of errors, shown or not.
    pub(crate) errors: u32,
    /// The number of errors before the file at hand.
    errors_of_file: u32,
    /// True behind an `open` of an unknown structure, which may have bound any name.
    pub(crate) blind: bool,
    /// The text around, for hints.
    pub(crate) clues: Clues,
    /// Unknown names that have been reported in this declaration.
    pub(crate) reported: FxHashSet<(Unknown, Sym)>,
}

/// The kinds of unknown names, each of which is reported once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Unknown {
    Value,
    Constructor,
    Type,
    Structure,
    Signature,
}

impl Messages {
    /// Begins a file.
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

    /// True while messages are suppressed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet > 0
    }

    /// True if there was an error in the file at hand.
    pub(crate) fn is_wrong(&self) -> bool {
        self.errors > self.errors_of_file
    }

    /// True if an unknown name has not been reported in this declaration; notes it.
    pub(crate) fn is_new(&mut self, kind: Unknown, name: Sym) -> bool {
        self.reported.insert((kind, name))
    }

    /// True if unknown names are not reported.
    pub(crate) fn is_mute(&self) -> bool {
        self.blind || self.clues.shown_errors >= MOST_ERRORS
    }
}
