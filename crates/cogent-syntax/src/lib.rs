//! The syntax of Cogent: from files to a tree.
//!
//! ```text
//! program   a root file and all that it includes, through a `Loader`
//! cpp       a file's tokens, preprocessor lines obeyed and macros expanded
//! lex       bytes to tokens
//! parse     tokens to `ast`, with recovery after errors
//! ast       the syntax tree
//! print     the tree as text, with every grouping in parentheses
//! ```
//! Preprocessing works on tokens, never on text: every token knows the file and the bytes
//! where it was written, so that messages need no map back to them.
//!
//! Absent on purpose: what names mean, and the features that Kont refuses (layouts, arrays,
//! recursive types, layout constraints), which are read, named in a message and dropped.

pub mod ast;
mod cpp;
mod lex;
mod parse;
mod print;
mod program;
#[cfg(test)]
mod tests;
mod token;

pub use parse::MAX_NESTING;
pub use program::{File, Loader, MAX_ERRORS, Options, Read, cut_off, read, read_expr};
