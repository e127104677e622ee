//! The activities of a command, for those who wait.

use front::Stage;
use std::fmt;

/// The activity of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// Reading and checking the program.
    Reading,
    /// Running the passes of a stage.
    Optimising(Stage),
    /// Having C compiled.
    CompilingC,
    /// Making machine code.
    Generating,
    /// Writing files, which may mean linking.
    Writing,
    /// Nothing more: now the program runs, or the command ends.
    Done,
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Activity::Reading => f.write_str("reading"),
            Activity::Optimising(stage) => write!(f, "optimising ({})", stage.name()),
            Activity::CompilingC => f.write_str("compiling C"),
            Activity::Generating => f.write_str("generating machine code"),
            Activity::Writing => f.write_str("writing"),
            Activity::Done => f.write_str("done"),
        }
    }
}
