//! Standard ML (the Definition, revised 1997): from text to ANF.
//!
//! ```text
//! names     interned identifiers
//! ast       the syntax tree, infix operators resolved
//! parse     bytes to `ast`, with recovery after errors
//! elab      `ast` to `core`: types, modules, functors expanded; diagnostics
//! core      typed, explicitly polymorphic, without modules
//! matching  decision trees, and what a match misses
//! mono      `core` to ANF: what is reached, at the types at which it is reached
//! ```
//! Absent on purpose: files. Texts come through a loader that the caller gives.

pub mod ast;
pub mod core;
pub mod names;
