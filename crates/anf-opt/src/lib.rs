//! Passes on ANF.
//!
//! There are few: the optimiser works on CPS.

mod rename;

use anf::Module;
use pass::Pass;

pub use rename::RENAME;

/// Every pass.
pub static ALL: &[&Pass<Module>] = &[&RENAME];

/// The default pipeline.
pub static PIPELINE: &[&Pass<Module>] = &[
    // Before the translation to CPS, which takes the numbers over: they are dense
    // then, and tables keyed by them are small.
    &RENAME,
];
