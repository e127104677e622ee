//! Gives every binding of a cluster a name of its own.
//!
//! ```text
//! x.0: i64 = copy 1                    x.0: i64 = copy 1
//! x.0: i64 = add.i64 x.0 1      =>     x.1: i64 = add.i64 x.0 1
//! throw k x.0                          throw k x.1
//! ```
//!
//! The functional reading stays what it is, and the imperative one becomes the
//! same (Schneider, Smolka, Hack, section 8); see [`flow::apart`].
//! Expects: nothing. Establishes: every variable is bound once in its cluster.

use flow::Unit;
use pass::{Pass, Settings, Stats};

/// The pass.
pub static RENAME_APART: Pass<Unit> = Pass {
    name: "rename-apart",
    about: "gives every binding of a cluster a name of its own",
    settings: &[],
    run: rename_apart,
};

fn rename_apart(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    let renamed = flow::apart::rename_apart(unit);
    if renamed > 0 {
        stats.count("binding renamed", renamed);
    }
}
