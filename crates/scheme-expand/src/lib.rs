//! Scheme from data to a core language: macros, libraries, derived forms.
//!
//! ```text
//! core      the core language
//! expand    expressions: variables, calls, procedures of the library that are written out
//! forms     keywords, and the forms that the core has as they are
//! derived   bindings, branches, loops
//! quasi     quasiquotation
//! record    record types
//! piece     expressions that a program evaluates when it runs
//! body      definitions: of bodies, libraries and the program
//! macros    syntax-rules
//! library   libraries and imports
//! include   texts that are included
//! exports   what libraries export, as a value for evaluation
//! globals   what the program reaches of the built-in library
//! ops       the operations that the built-in library is written with
//! scope     what identifiers mean where
//! stx       syntax: data whose symbols are identifiers
//! ```
//! The built-in library is text, in `lib/scheme`. Its definitions are expanded when the program
//! reaches them.
//!
//! Absent on purpose: files, which a [`Loader`] reaches; types; and procedures that the compiler
//! knows by name, but for a few that forms need.

mod body;
pub mod core;
mod derived;
mod error;
mod expand;
mod exports;
mod forms;
mod globals;
mod include;
mod library;
mod macros;
mod ops;
mod piece;
mod program;
mod quasi;
mod record;
mod scope;
mod stx;

pub use expand::{Loader, Text};
pub use piece::{Piece, Pieces};
pub use program::{Expanded, Input, Runs, expand};
