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
mod promote_refs;
mod split_join;
#[cfg(test)]
mod testing;
mod uncurry;

pub use contify::CONTIFY;
pub use contract::CONTRACT;
pub use cse::CSE;
pub use flatten::FLATTEN;
pub use inline::INLINE;
pub use promote_refs::PROMOTE_REFS;
pub use split_join::SPLIT_JOIN;
pub use uncurry::UNCURRY;

use cps::Module;
use pass::Pass;

/// Every pass, by name.
pub const ALL: &[&Pass<Module>] =
    &[&CONTIFY, &CONTRACT, &CSE, &FLATTEN, &INLINE, &PROMOTE_REFS, &SPLIT_JOIN, &UNCURRY];

/// The default pipeline.
pub const PIPELINE: &[&Pass<Module>] = &[
    // First: front ends leave copies, dead code and functions called once behind, and the
    // sizes that `inline` looks at should be those of what is left.
    &CONTRACT,
    // Before inlining, which copies the wrappers to the calls.
    &UNCURRY,
    // A join point that is split is small enough to be copied to its jumps.
    &SPLIT_JOIN,
    &INLINE,
    // Makes use of what inlining has shown.
    &CONTRACT,
    // After inlining, so that functions with few calls left have one return; before
    // flattening, since loops are known once they are blocks.
    &CONTIFY,
    // Before flattening: equal projections are one, and known ones are gone.
    &CSE,
    &FLATTEN,
    &CONTRACT,
    // Once more: functions passed as arguments have become known, wrappers of wrappers are
    // in sight, and what inlined functions returned may be a function.
    &UNCURRY,
    &SPLIT_JOIN,
    &INLINE,
    &CONTRACT,
    // And again: a combinator that was passed one by name is a layer deeper.
    &UNCURRY,
    &SPLIT_JOIN,
    &INLINE,
    &CONTRACT,
    &CONTIFY,
    // When functions that only loop are blocks, and before `flatten`, which drops the
    // parameters of blocks that pass a reference on without reading it.
    &PROMOTE_REFS,
    &CONTRACT,
    &FLATTEN,
    &CSE,
    // Last: every earlier pass leaves dead bindings behind.
    &CONTRACT,
];

#[cfg(test)]
mod tests;
