//! The syntax of Standard ML (the Definition, revised 1997): from bytes to a tree.
//!
//! ```text
//! names     interned identifiers
//! lex       bytes to tokens
//! ast       the syntax tree, infix operators resolved
//! parse     tokens to `ast`, with recovery after errors
//! ```
//! Absent on purpose: the meaning of names. A text is parsed without any other text.

pub mod ast;
mod lex;
pub mod names;
pub mod parse;
