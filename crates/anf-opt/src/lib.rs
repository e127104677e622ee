//! Placeholder.

/// None yet.
pub const ALL: &[&pass::Pass<anf::Module>] = &[];
/// None yet.
pub const PIPELINE: &[&pass::Pass<anf::Module>] = &[];
