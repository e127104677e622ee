//! Gives variables names such that only what is live at once has names apart.
//!
//! ```text
//! x.0: i64 = add.i64 a.2 1             a.2: i64 = add.i64 a.2 1
//! y.1: i64 = add.i64 x.0 x.0    =>     a.2: i64 = add.i64 a.2 a.2
//! throw k y.1                          throw k a.2
//! ```
//!
//! Both readings are what the functional one was; a name keeps its kind. The
//! algorithm is in [`flow::assign`]. Code is generated from clusters whose
//! variables are bound once, and so not from what comes out: it is for
//! `--at flow-imperative`, and for those who want to see it.
//! Expects: nothing, as it renames apart first. Establishes: in each kind, no more
//! names than the largest live set has variables, or a cluster is entered with.

use flow::Unit;
use pass::{Pass, Settings, Stats};

/// The pass.
pub static ASSIGN_REGISTERS: Pass<Unit> = Pass {
    name: "assign-registers",
    about: "gives variables that are not live at once the same names",
    settings: &[],
    run: assign_registers,
};

fn assign_registers(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    let shared = flow::assign::assign_registers(unit);
    if shared > 0 {
        stats.count("variable on a shared register", shared);
    }
}
