//! How far a command has come, for those who wait.

use crate::Language;
use std::fmt;

/// What a session is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Reading and checking the program.
    Reading,
    /// Running the passes of a language.
    Optimising(Language),
    /// Making machine code.
    Generating,
    /// Writing files, which may mean linking.
    Writing,
    /// Nothing more: now the program runs, or the command ends.
    Done,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Reading => f.write_str("reading"),
            Stage::Optimising(language) => write!(f, "optimising ({})", language.name()),
            Stage::Generating => f.write_str("generating machine code"),
            Stage::Writing => f.write_str("writing"),
            Stage::Done => f.write_str("done"),
        }
    }
}
