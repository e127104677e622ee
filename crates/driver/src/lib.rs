//! From a file to an artefact or an exit code: sessions, options, and the
//! pipelines between the languages.
//!
//! ```text
//! input      files and standard input, as bytes
//! front, sml text to checked programs, or diagnostics
//! passes     which passes there are, and which run by default
//! pipeline   a program, pass by pass, to a later language
//! native     Flow to machine code, in memory or in files
//! interpret  the reference interpreters
//! il_command, il_run, certify   what is decided about programs, both readings of IL, certificates
//! stage      how far a command has come
//! output     files, written whole or not at all
//! bug, stack what happens when Kont itself is wrong; room for deep programs
//! ```
//! Every command is a method of [`Session`] and fails with a [`Failure`], which
//! is data; showing it is the business of `cli`.

mod bug;
mod certify;
mod failure;
mod front;
mod il_command;
mod il_flow;
mod il_run;
mod input;
mod interpret;
mod native;
mod options;
mod output;
mod passes;
mod pipeline;
mod session;
mod sml;
mod stack;
mod stage;
mod wants;

pub use ::sml::WARNINGS;
pub use bug::exit_on_panic;
pub use failure::{Bug, Failure, Saved};
pub use il_command::{Decision, EquivRequest};
pub use native::version;
pub use options::{
    At, Emit, IlOptions, Input, Language, Options, RunOptions, Warnings, parse_path_variable,
    parse_setting, parse_size,
};
pub use output::{Output, write_stdout};
pub use pass::Options as PassOptions;
pub use passes::{list_level, list_passes};
pub use session::{BuildRequest, DevRequest, Session};
pub use stack::with_large_stack;
pub use stage::Stage;
