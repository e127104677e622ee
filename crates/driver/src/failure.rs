//! The reasons why a command could not do what it was asked.

use diag::Diagnostic;
use front::Refusal;
use std::path::PathBuf;

/// A reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The program is rejected, or the system refuses something.
    Rejected(Vec<Diagnostic>),
    /// Another program, such as a C compiler, refuses something, in its own words.
    Said(String),
    /// The command line asks for something impossible.
    Usage(String),
    /// The system gives no memory for the heap.
    NoMemory(String),
    /// Nobody wants the result any more, as `unwanted` of the passes' options has said.
    Unwanted,
    /// Kont itself is wrong.
    Bug(Bug),
}

/// A bug in Kont.
#[derive(Debug)]
pub struct Bug {
    /// The message.
    pub message: String,
    /// The program, and how to see the bug again.
    pub saved: Option<Saved>,
}

/// A program that was saved because it made Kont fail.
#[derive(Debug)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// The command that shows the bug.
    pub again: String,
}

impl Failure {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Rejected(_) | Failure::Said(_) | Failure::Unwanted => 1,
            Failure::Usage(_) => 2,
            Failure::Bug(_) => abi::exit::BUG,
            Failure::NoMemory(_) => abi::exit::NO_MEMORY,
        }
    }

    /// A bug of ours that shows otherwise than by a panic.
    pub fn bug(message: impl std::fmt::Display) -> Failure {
        crate::bug::found(message)
    }

    /// A failure that no place in a program stands behind.
    pub fn plain(title: impl Into<String>) -> Failure {
        Failure::Rejected(vec![Diagnostic::error(title)])
    }

    /// The same with a hint.
    pub fn with_hint(title: impl Into<String>, hint: impl Into<String>) -> Failure {
        Failure::Rejected(vec![Diagnostic::error(title).hint(hint)])
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Rejected(found) => Failure::Rejected(found),
            Refusal::Usage(message) => Failure::Usage(message),
        }
    }
}

impl std::fmt::Display for Bug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.message)?;
        writeln!(f, "This is a bug in Kont, not in your program.")?;
        if let Some(saved) = &self.saved {
            writeln!(
                f,
                "The program is saved in {}; this shows the bug again:",
                saved.path.display()
            )?;
            writeln!(f, "  {}", saved.again)?;
        }
        Ok(())
    }
}
