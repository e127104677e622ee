//! From a file to an artefact or an exit code: sessions, options, and the
//! chain of stages between them.
//!
//! ```text
//! input      files and standard input, as bytes; in which language they are
//! services   what front ends ask of the driver
//! passes     which passes there are, and which run by default
//! pipeline   a program, stage by stage, each with its passes
//! native     Flow to machine code, in memory or in files
//! c          C that the machine code is linked with
//! interpret  the reference interpreters
//! session    the commands; build, the one that writes files
//! wants      what a program wants of others
//! activity   what a command is doing
//! command    a command from its beginning to its exit code, for lists of languages of one's own
//! output     files, written whole or not at all
//! bug, stack what happens when Kont itself is wrong; room for deep programs
//! ```
//! Every command is a method of [`Session`] and fails with a [`Failure`], which
//! is data; showing it is the business of [`command()`] or of `cli`.
//!
//! Absent on purpose: languages. A session is given the front ends there are.

mod activity;
mod bug;
mod build;
mod c;
mod command;
mod failure;
mod input;
mod interpret;
mod native;
mod objects;
mod options;
mod output;
mod passes;
mod pipeline;
mod services;
mod session;
mod spare;
mod stack;
mod tap;
mod wants;

pub use activity::Activity;
pub use bug::exit_on_panic;
pub use build::{Beside, BuildRequest};
pub use codegen_llvm::OptLevel;
pub use command::{MOST_SHOWN, command, style};
pub use failure::{Bug, Failure, Saved};
pub use input::{read_bytes, read_text};
pub use jit::Image;
pub use native::{new_image, version};
pub use options::{
    Emit, FrameChoice, Input, Options, RunOptions, Warnings, parse_level, parse_size,
};
pub use output::{Output, write_stdout};
pub use pass::Options as PassOptions;
pub use passes::{list_level, list_passes};
pub use runtime::{Outcome, Report, Step, UnitId};
pub use session::{DevRequest, Session, Warned};
pub use stack::with_large_stack;
pub use tap::Tap;
