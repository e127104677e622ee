//! Programs by chance: well-typed ANF modules that end, run through every
//! oracle, and made small where two oracles disagree.
//!
//! - [`generate`]: a module from a seed, well-typed and ending by construction;
//! - [`c_type`]: a C type;
//! - [`SmlProgram`]: a program in Standard ML from a seed, and what it must print;
//! - [`CogentProgram`]: the same in Cogent;
//! - [`Subject`]: one of them;
//! - [`Coverage`]: which constructs and operations a corpus has;
//! - [`run_all`]: how a module ends and what it prints, by every interpreter,
//!   before and after every pass;
//! - [`shrink`]: the smallest module that still fails;
//! - [`fuzz_bytes`]: texts with bytes and words changed, through the parsers.
//!
//! The output of a program is the same in every correct implementation: it never has identity
//! hashes, whether a weak reference lives, bits of what is not a number, or the last digits of
//! transcendental functions.

mod bytes;
mod c_type;
mod cogent;
mod config;
mod coverage;
mod generate;
mod native;
mod oracle;
mod shrink;
mod sml;
mod subject;

pub use bytes::{Finding, READERS, Read, Reader, Tally, corpus, fuzz_bytes, mutated};
pub use c_type::c_type;
pub use cogent::CogentProgram;
pub use config::{Config, Weights};
pub use coverage::Coverage;
pub use generate::generate;
pub use native::{COGENT, NATIVE, Native};
pub use oracle::{End, Outcome, Run, disagreement, run_all, run_one, run_stages};
pub use shrink::shrink;
pub use sml::SmlProgram;
pub use subject::{Language, Subject};
