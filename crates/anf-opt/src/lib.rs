//! Passes on ANF.
//!
//! There are few: the optimiser works on CPS.

mod rename;

use anf::Module;
use pass::{Pass, Step};

pub use rename::RENAME;

/// Every pass.
pub static ALL: &[&Pass<Module>] = &[&RENAME];

/// The passes of every level.
pub static PIPELINE: &[Step<Module>] = &[Step::new(
    &RENAME,
    "before the translation to CPS, which takes the numbers over: they are dense then, and tables \
     keyed by them are small",
)];
