//! The harness of the file tests.
//!
//! ```text
//! tests/ir/<pass>/*      a pass or a few on text; expectation at the end of the file
//! tests/ir/check/*       what the checkers reject; `; error: ...` on the guilty line
//! tests/run/**           programs, each through every oracle; `.out` beside
//! tests/cogent/*         programs in Cogent; calls and their results in comments
//! tests/fail/**          rejected programs; the whole message in `.err` beside
//! tests/repl/*           scripts for `kont repl`; what they give in `.out` beside
//! ```
//! Each file is a test with its own name. All of them drive the command `kont`,
//! as a user would: a crash is then a failed test, not the end of the run.
//! `BLESS=1` accepts what is printed now.
//!
//! The tests themselves are targets of the `cli` crate, so that Cargo builds the
//! command before it runs them.

mod bless;
mod child;
pub mod cogent;
pub mod contents;
pub mod fail;
mod files;
pub mod ir;
pub mod pages;
pub mod repl;
pub mod run;
mod scratch;
mod terminal;

pub use bless::{bless, compare};
pub use child::{Child, Ended};
pub use files::{header, programs, rejected, root};
pub use scratch::Scratch;
pub use terminal::Terminal;

use libtest_mimic::Arguments;
pub use libtest_mimic::Trial;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The command under test, and the folder of the workspace.
#[derive(Clone, Debug)]
pub struct Kont {
    /// The executable.
    pub path: PathBuf,
}

impl Kont {
    /// The executable that Cargo built.
    pub fn new(path: impl AsRef<Path>) -> Kont {
        Kont { path: path.as_ref().to_owned() }
    }

    /// The command with some arguments.
    pub fn command(&self, args: &[&str]) -> Child {
        Child::new(&self.path).args(args)
    }
}

/// Runs the tests, with the usual options of a test binary.
pub fn main(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
