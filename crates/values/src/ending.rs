//! The ending of a run of a program, the same for every interpreter.

use base::Name;
use std::fmt;

/// The ending of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Its entry returned.
    Done,
    /// It asked to end with this exit code.
    Exit(i32),
    /// An exception reached the outermost handler.
    Uncaught {
        /// Its name and what it carries.
        message: String,
        /// The lines of its backtrace.
        trace: Vec<String>,
    },
    /// It called this C function, which no interpreter can.
    Foreign(Name),
    /// It did what makes no sense, which a checked program never does; where and what.
    Stuck(String),
    /// It took more steps than it was given.
    Exhausted,
}

impl Ending {
    /// The exit code of a command that runs the program.
    pub fn exit_code(&self) -> i32 {
        match self {
            Ending::Done => 0,
            Ending::Exit(code) => *code,
            Ending::Uncaught { .. } | Ending::Foreign(_) => 1,
            Ending::Stuck(_) | Ending::Exhausted => abi::exit::BUG.into(),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Done => f.write_str("returned"),
            Ending::Exit(code) => write!(f, "exit code {code}"),
            Ending::Uncaught { message, .. } => write!(f, "uncaught exception {message}"),
            Ending::Foreign(symbol) => write!(f, "call of the C function {symbol}"),
            Ending::Stuck(why) => write!(f, "stuck: {why}"),
            Ending::Exhausted => f.write_str("out of steps"),
        }
    }
}
