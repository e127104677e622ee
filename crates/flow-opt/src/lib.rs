//! Passes on Flow. Each is sound in both readings, but for `rename-apart` and
//! `assign-registers`, which make both what the functional one was.
//!
//! Absent on purpose: what the optimiser of CPS does better, before closures
//! and frames are explicit, and what LLVM does anyway.

mod assign_registers;
mod counted;
mod dead_let;
mod rename_apart;
mod simplify_jumps;
mod sink_origins;
mod strip_loops;
mod unchecked_loops;

pub use assign_registers::ASSIGN_REGISTERS;
pub use dead_let::DEAD_LET;
pub use rename_apart::RENAME_APART;
pub use simplify_jumps::SIMPLIFY_JUMPS;
pub use sink_origins::SINK_ORIGINS;
pub use strip_loops::STRIP_LOOPS;
pub use unchecked_loops::UNCHECKED_LOOPS;

use flow::Unit;
use pass::{Pass, Step};

/// Every pass on Flow, by name.
pub const ALL: &[&Pass<Unit>] = &[
    &SIMPLIFY_JUMPS,
    &SINK_ORIGINS,
    &STRIP_LOOPS,
    &UNCHECKED_LOOPS,
    &DEAD_LET,
    &RENAME_APART,
    &ASSIGN_REGISTERS,
];

/// The passes of a level, from 0 to 3.
pub fn pipeline(level: u8) -> &'static [Step<Unit>] {
    match level {
        0 => &[],
        1 => QUICK,
        _ => PIPELINE,
    }
}

/// The pipeline of level 1, at which LLVM's passes on loops do not run either.
pub const QUICK: &[Step<Unit>] = &[
    Step::new(&SIMPLIFY_JUMPS, "blocks that only jump on are most of what a front end leaves"),
    Step::new(
        &SINK_ORIGINS,
        "after: a branch that only jumps on may use an origin as its target does",
    ),
    Step::new(&DEAD_LET, "last: every earlier pass leaves dead bindings behind"),
];

/// The pipeline of levels 2 and 3.
pub const PIPELINE: &[Step<Unit>] = &[
    Step::new(
        &SIMPLIFY_JUMPS,
        "first: an argument that takes the place of a parameter may leave its binding without a use",
    ),
    Step::new(
        &SINK_ORIGINS,
        "after: a branch that only jumps on may use an origin as its target does",
    ),
    Step::new(
        &STRIP_LOOPS,
        "after: the test that a loop begins with may have stood in a local function",
    ),
    Step::new(&UNCHECKED_LOOPS, "after: a loop that was cut into strips is a local function"),
    Step::new(&DEAD_LET, "last: every earlier pass leaves dead bindings behind"),
];

#[cfg(test)]
mod testing {
    //! The one helper of the tests of passes.

    use expect_test::Expect;
    use flow::{Unit, bound_once, check, parse};
    use pass::{Options, Pass, Report, run_pipeline};

    /// Runs a pass on a unit with one cluster of this body and compares the
    /// cluster that comes out; both readings of the result are what they were.
    pub(crate) fn check_pass(pass: &'static Pass<Unit>, body: &str, expect: Expect) {
        let text = format!("flow 1 global g: ref fun main(a: i64, b: ref) return k {{ {body} }}");
        let mut unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(check(&unit), []);
        let once = bound_once(&unit).is_empty();
        let mut report = Report::default();
        let options = Options { check: true, ..Options::default() };
        run_pipeline(&mut unit, &[pass.alone()], &options, &mut report)
            .unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(bound_once(&unit).is_empty(), once);
        let printed = unit.to_string();
        let lines: Vec<&str> = printed.lines().skip(3).collect();
        expect.assert_eq(&(lines.join("\n") + "\n"));
    }
}
