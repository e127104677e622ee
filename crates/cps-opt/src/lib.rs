//! The optimiser: passes on CPS.
//!
//! A pass is a file; [`pipeline()`] says in which order they run and why.

mod census;
mod contify;
mod contract;
mod cse;
mod cut_large;
mod defunctionalise;
mod early_returns;
mod flatten;
mod graph;
mod hoist_handlers;
mod hot_paths;
mod inline;
mod known_throws;
mod pack_loops;
mod promote_refs;
mod rare;
mod short_loops;
mod split_join;
mod static_args;
#[cfg(test)]
mod testing;
mod uncurry;

pub use contify::CONTIFY;
pub use contract::CONTRACT;
pub use cse::CSE;
pub use cut_large::CUT_LARGE;
pub use defunctionalise::DEFUNCTIONALISE;
pub use early_returns::EARLY_RETURNS;
pub use flatten::FLATTEN;
pub use hoist_handlers::HOIST_HANDLERS;
pub use hot_paths::HOT_PATHS;
pub use inline::INLINE;
pub use known_throws::KNOWN_THROWS;
pub use pack_loops::PACK_LOOPS;
pub use promote_refs::PROMOTE_REFS;
pub use short_loops::SHORT_LOOPS;
pub use split_join::SPLIT_JOIN;
pub use static_args::STATIC_ARGS;
pub use uncurry::UNCURRY;

use cps::Module;
use pass::{Pass, Step};
use std::sync::LazyLock;

/// Every pass, by name.
pub const ALL: &[&Pass<Module>] = &[
    &CONTIFY,
    &CONTRACT,
    &CSE,
    &CUT_LARGE,
    &DEFUNCTIONALISE,
    &EARLY_RETURNS,
    &FLATTEN,
    &HOIST_HANDLERS,
    &HOT_PATHS,
    &INLINE,
    &KNOWN_THROWS,
    &PACK_LOOPS,
    &PROMOTE_REFS,
    &SHORT_LOOPS,
    &SPLIT_JOIN,
    &STATIC_ARGS,
    &UNCURRY,
];

/// The passes of a level, from 0 to 3.
pub fn pipeline(level: u8) -> &'static [Step<Module>] {
    match level {
        0 => PLAIN,
        1 => QUICK,
        2 => PIPELINE,
        _ => &LARGE,
    }
}

/// The pipeline of level 0: it keeps the time of compiling in bounds, and does nothing else.
pub const PLAIN: &[Step<Module>] = &[CUT];

/// The last step of every level.
const CUT: Step<Module> = Step::new(
    &CUT_LARGE,
    "last, at every level: LLVM takes more than linear time for large functions (38 s for a loop of \
     6,000 bindings, 0.3 s for its pieces), and `contract` would put the pieces together",
);

/// The pipeline of level 1: passes that make a program smaller, and that make loops of functions
/// that only loop. A compiler of 53,000 lines takes two thirds of the time of level 2; programs of
/// `bench/sml` run up to 1.7 times as long.
pub const QUICK: &[Step<Module>] = &[
    Step::new(&CONTRACT, "front ends leave copies, dead code and functions called once behind"),
    Step::new(&STATIC_ARGS, "a function called once from outside is then not recursive"),
    Step::new(&CONTRACT, "inlines those, with what they are passed"),
    Step::new(&UNCURRY, "before inlining, which copies the wrappers to the calls"),
    Step::set(
        &INLINE,
        &[("medium", 8), ("tests", 8), ("known", 0), ("growth", 20)],
        "wrappers, and what is not larger than a call",
    ),
    Step::new(&CONTIFY, "after inlining, so that functions with few calls left have one return"),
    Step::new(&FLATTEN, "no loop or curried function makes a tuple to be taken apart at once"),
    Step::new(&CONTRACT, "every earlier pass leaves dead bindings behind"),
    MARK,
    CUT,
];

const MARK: Step<Module> = Step::new(
    &SHORT_LOOPS,
    "after all that changes loops; before `cut-large`, which may cut off the test of one",
);

/// The pipeline of level 2.
pub const PIPELINE: &[Step<Module>] = &[
    Step::new(
        &CONTRACT,
        "first: front ends leave copies, dead code and functions called once behind, and the \
         sizes that `inline` looks at should be those of what is left",
    ),
    Step::new(&UNCURRY, "before inlining, which copies the wrappers to the calls"),
    Step::new(
        &STATIC_ARGS,
        "before inlining, which copies no recursive function; after `uncurry`, so that calls have \
         all parameters",
    ),
    Step::set(
        &DEFUNCTIONALISE,
        &[("targets", 1)],
        "before inlining, which makes several functions of one",
    ),
    Step::new(&SPLIT_JOIN, "a join point that is split is small enough to be copied to its jumps"),
    Step::new(&INLINE, "what is left of small functions is known"),
    Step::new(&CONTRACT, "makes use of what inlining has shown"),
    Step::new(
        &KNOWN_THROWS,
        "when the functions that capture continuations are copied to where they are called; \
         before `contify`, for which a throw is no return, and `flatten`, which drops parameters \
         that are not used any more",
    ),
    Step::new(
        &CONTIFY,
        "after inlining, so that functions with few calls left have one return; before \
         flattening, since loops are known once they are blocks",
    ),
    Step::new(&CSE, "before flattening: equal projections are one, and known ones are gone"),
    Step::new(&FLATTEN, "loops are blocks, and what they pass on is in sight"),
    Step::new(&CONTRACT, "the tuples that were flattened are dead"),
    Step::new(
        &UNCURRY,
        "once more: functions passed as arguments have become known, wrappers of wrappers are in \
         sight, and what inlined functions returned may be a function",
    ),
    Step::new(&STATIC_ARGS, "as before"),
    Step::new(&SPLIT_JOIN, "as before"),
    Step::new(&INLINE, "as before"),
    Step::new(&CONTRACT, "as before"),
    Step::new(&DEFUNCTIONALISE, "functions that were passed on are known, where they will be"),
    Step::new(&UNCURRY, "again: a combinator that was passed one by name is a layer deeper"),
    Step::new(&SPLIT_JOIN, "as before"),
    Step::new(&INLINE, "as before"),
    Step::new(&CONTRACT, "as before"),
    Step::new(&KNOWN_THROWS, "as before"),
    Step::new(&CONTIFY, "as before"),
    Step::new(
        &PROMOTE_REFS,
        "when functions that only loop are blocks, and before `flatten`, which drops the \
         parameters of blocks that pass a reference on without reading it",
    ),
    Step::new(&CONTRACT, "what the references held is known"),
    Step::new(&FLATTEN, "of what was promoted"),
    Step::new(&CSE, "of what flattening has shown"),
    Step::new(&CONTRACT, "every earlier pass leaves dead bindings behind"),
    Step::new(
        &EARLY_RETURNS,
        "late: functions that only loop are blocks, and what is passed and tested is known",
    ),
    Step::new(&INLINE, "copies the tests to the calls"),
    Step::new(&CONTRACT, "as before"),
    Step::new(&INLINE, "copies what follows such a call to where it returned at once"),
    Step::new(
        &HOT_PATHS,
        "late: it copies code that nothing should make smaller; loops are blocks, and calls that \
         are left are calls",
    ),
    Step::new(&CONTRACT, "puts the copies in the places of the jumps"),
    Step::new(&CSE, "what was tested on the way is known in the copies"),
    Step::new(&CONTRACT, "as before"),
    Step::new(
        &HOIST_HANDLERS,
        "late: loops are blocks, and no handler goes that a read outside would outlive",
    ),
    Step::new(&PACK_LOOPS, "after all that changes loops"),
    MARK,
    CUT,
];

/// The pipeline of level 3: that of level 2, with copies of functions of twice the size. The
/// compiler above takes half as much time again and is a fifth larger; programs of `bench/sml` run
/// in 0.7 to 1.1 times the time.
static LARGE: LazyLock<Vec<Step<Module>>> =
    LazyLock::new(|| PIPELINE.iter().map(|step| step.with(&INLINE, TWICE)).collect());

/// The settings of `inline` at level 3.
const TWICE: &[(&str, usize)] =
    &[("small", 16), ("medium", 80), ("known", 40), ("tiny", 6), ("growth", 100)];

#[cfg(test)]
mod tests;
