//! How a run of a program ends, the same for every interpreter.

use std::fmt;

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Its entry returned.
    Returned,
    /// It asked to end with this exit code.
    Exited(i32),
    /// An exception reached the outermost handler; its name and what it carries.
    Uncaught(String),
    /// It did what makes no sense, which a checked program never does; where and what.
    Stuck(String),
    /// It took more steps than it was given.
    OutOfSteps,
}

impl Ending {
    /// The exit code of a command that runs the program.
    pub fn exit_code(&self) -> i32 {
        match self {
            Ending::Returned => 0,
            Ending::Exited(code) => *code,
            Ending::Uncaught(_) => 1,
            Ending::Stuck(_) | Ending::OutOfSteps => 70,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Returned => f.write_str("returned"),
            Ending::Exited(code) => write!(f, "exit code {code}"),
            Ending::Uncaught(message) => write!(f, "uncaught exception {message}"),
            Ending::Stuck(why) => write!(f, "stuck: {why}"),
            Ending::OutOfSteps => f.write_str("out of steps"),
        }
    }
}
