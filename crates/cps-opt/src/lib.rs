//! The optimiser: passes on CPS.
//!
//! A pass is a file; [`PIPELINE`] says in which order they run and why.

mod census;
mod contract;
#[cfg(test)]
mod testing;

pub use contract::CONTRACT;

use cps::Module;
use pass::Pass;

/// Every pass, by name.
pub const ALL: &[&Pass<Module>] = &[&CONTRACT];

/// The default pipeline.
pub const PIPELINE: &[&Pass<Module>] = &[&CONTRACT];
