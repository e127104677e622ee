//! The optimiser: passes on CPS.
//!
//! A pass is a file; [`PIPELINE`] says in which order they run and why.

mod census;
mod contify;
mod contract;
mod graph;
mod inline;
#[cfg(test)]
mod testing;

pub use contify::CONTIFY;
pub use contract::CONTRACT;
pub use inline::INLINE;

use cps::Module;
use pass::Pass;

/// Every pass, by name.
pub const ALL: &[&Pass<Module>] = &[&CONTIFY, &CONTRACT, &INLINE];

/// The default pipeline.
pub const PIPELINE: &[&Pass<Module>] = &[&CONTRACT];
