//! Standard ML (the Definition, revised 1997): from text to ANF.
//!
//! ```text
//! sml-syntax    names, tokens, the syntax tree, the parser
//! sml-elab      syntax trees to a typed core; the library; decision trees
//! sml-project   programs of several files: `.mlb` and `.cm`
//! sml-lower     the core to ANF: the declarations in use, once for each of their types
//! front_end     the front end that the command lists
//! types         what a program binds, as the command shows it
//! ```
//! This crate re-exports the parts of them that a compiler uses. A [`Compilation`] takes texts,
//! one by one or those of a [`project`], gives the messages about them, and has the program; a
//! [`Monomorphiser`] makes ANF of it.
//!
//! Absent on purpose: files. Texts come through a loader that the caller gives.

mod front_end;
mod types;

pub use front_end::{FRONT_END, Sml};
pub use sml_elab::core::Var;
pub use sml_elab::{
    Compilation, Form, Held, Item, Kind, Length, Loader, Mark, Taken, WARNINGS, draw,
};
pub use sml_lower::{Interactive, Lowered, Monomorphiser, Shown, UnitNumbers};
pub use sml_project as project;
