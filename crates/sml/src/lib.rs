//! Standard ML (the Definition, revised 1997): from text to ANF.
//!
//! ```text
//! names     interned identifiers
//! lex       bytes to tokens
//! ast       the syntax tree, infix operators resolved
//! parse     tokens to `ast`, with recovery after errors
//! elab      `ast` to `core`: types, modules, functors expanded; diagnostics
//! core      typed, explicitly polymorphic, without modules
//! matching  decision trees, and what a match misses
//! project   programs of several files: `.mlb` and `.cm`
//! mono      `core` to ANF: what is reached, at the types at which it is reached
//! front_end the front end that the command lists
//! ```
//! Absent on purpose: files. Texts come through a loader that the caller gives.

pub mod ast;
pub mod core;
pub mod elab;
mod front_end;
mod lex;
pub mod matching;
pub mod mono;
pub mod names;
pub mod parse;
pub mod project;

pub use elab::{Compilation, Loader, WARNINGS};
pub use front_end::{FRONT_END, Sml};
pub use mono::Monomorphiser;
