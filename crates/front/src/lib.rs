//! The interface of front ends: languages that files can be written in, as the command sees them.
//!
//! ```text
//! front_end  the trait, what a front end is asked, what it asks of the driver
//! language   the front end of a language that is a function from a text to ANF
//! stage      the stages at which a program can enter the chain, and programs at them
//! options    options of the command line that a front end takes
//! list       questions to all front ends there are
//! text       the intermediate languages' own texts, which are front ends too
//! ```
//! A language is a crate with a static that implements [`FrontEnd`], such as a [`Language`], and a
//! line in the command's list (`cli`, `front_ends.rs`). The driver takes what a front end gives
//! from its stage on; it knows no language by name.
//!
//! Absent on purpose: files, and all that comes after reading.

mod bound;
mod front_end;
mod language;
mod list;
mod options;
mod stage;
pub mod text;

pub use bound::{Bound, Fact, Types};
pub use front_end::{
    AsWritten, Driver, Evaluator, FrontEnd, Header, Missing, Parsed, Piece, Places, Refusal,
    Request, Text, diagnostic,
};
pub use language::Language;
pub use list::FrontEnds;
pub use options::{Command, INCLUDE, Opt, Settings, Takes};
pub use stage::{At, Program, Stage};
