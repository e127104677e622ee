//! The optimiser: passes on CPS.
//!
//! A pass is a file; [`PIPELINE`] says in which order they run and why.

mod census;
mod contify;
mod contract;
mod cse;
mod flatten;
mod graph;
mod inline;
#[cfg(test)]
mod testing;
mod uncurry;

pub use contify::CONTIFY;
pub use contract::CONTRACT;
pub use cse::CSE;
pub use flatten::FLATTEN;
pub use inline::INLINE;
pub use uncurry::UNCURRY;

use cps::Module;
use pass::Pass;

/// Every pass, by name.
pub const ALL: &[&Pass<Module>] = &[&CONTIFY, &CONTRACT, &CSE, &FLATTEN, &INLINE, &UNCURRY];

/// The default pipeline.
pub const PIPELINE: &[&Pass<Module>] = &[&CONTRACT];
