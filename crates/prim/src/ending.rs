//! How a program ends, for every interpreter.

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It ran to its end.
    Done,
    /// It called `exit` with this code.
    Exit(i32),
    /// Nothing handled an exception; what it says.
    Uncaught(String),
    /// It came to a place that makes no sense, and why; a checked program does
    /// so only by `unreachable` or a wrong promise.
    Stuck(String),
    /// It was stopped after as many steps as it was allowed.
    Exhausted,
}
