//! Placeholder.

/// None yet.
pub const ALL: &[&pass::Pass<flow::Unit>] = &[];
/// None yet.
pub const PIPELINE: &[&pass::Pass<flow::Unit>] = &[];
