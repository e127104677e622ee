//! Placeholder.

/// None yet.
pub const ALL: &[&pass::Pass<cps::Module>] = &[];
/// None yet.
pub const PIPELINE: &[&pass::Pass<cps::Module>] = &[];
