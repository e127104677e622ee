//! Removes bindings none of whose names is used and whose operation has no
//! effect.
//!
//! ```text
//! x: i64 = load.1 r              y: ref = load.2 r
//! y: ref = load.2 r       =>     throw k y
//! throw k y
//! ```
//!
//! A name counts as used if it is used anywhere in its cluster, so that the
//! pass is right in both readings and needs no liveness. One walk backwards
//! suffices: what uses a binding stands behind it or further in.
//! Expects: nothing. Establishes: no dead removable binding in clusters whose
//! variables are bound once.

use faults::{Fault, on};
use flow::walk::{all_bodies, each_body_mut, vars};
use flow::{Cluster, Let, Unit, Var};
use pass::{Pass, Settings, Stats};
use rustc_hash::FxHashSet;

/// The pass.
pub static DEAD_LET: Pass<Unit> = Pass {
    name: "dead-let",
    about: "removes bindings without effect that are not used",
    settings: &[],
    run: dead_let,
};

fn dead_let(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for (_, cluster) in unit.clusters.iter_mut() {
        let dead = dead_bindings(cluster);
        let count = dead.iter().flatten().filter(|dead| **dead).count();
        if count == 0 {
            continue;
        }
        stats.count("dead binding", count);
        let mut dead = dead.into_iter();
        each_body_mut(&mut cluster.body, |body| {
            let mut flags = dead.next().unwrap_or_default().into_iter();
            body.lets.retain(|_| !flags.next().unwrap_or(false));
        });
    }
}

/// For each body, in order, which of its bindings are dead.
fn dead_bindings(cluster: &Cluster) -> Vec<Vec<bool>> {
    let nodes = all_bodies(&cluster.body);
    let mut used: FxHashSet<Var> = FxHashSet::default();
    let mut dead = Vec::with_capacity(nodes.len());
    for node in nodes.iter().rev() {
        used.extend(vars(node.body.tail.operands()));
        let mut flags = vec![false; node.body.lets.len()];
        for (binding, dead) in node.body.lets.iter().zip(&mut flags).rev() {
            let Let::Op { dst, op, args, .. } = binding else { continue };
            let traps = on(Fault::DeadTraps) && op.effect() == prim::Effect::Trap;
            *dead = (op.effect().removable() || traps) && dst.iter().all(|var| !used.contains(var));
            if !*dead {
                used.extend(vars(args));
            }
        }
        dead.push(flags);
    }
    dead.reverse();
    dead
}

#[cfg(test)]
mod tests {
    use super::DEAD_LET;
    use crate::testing::check_pass;
    use expect_test::expect;

    #[test]
    fn dead_bindings_go_with_what_only_they_use() {
        check_pass(
            &DEAD_LET,
            "() = check 16 b k  x: i64 = load.1 b  y: ref = record.0 x  z: i64 = add.i64 a 1  throw k z",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  () = check 16 b.1 k.2
                  z.5: i64 = add.i64 a.0 1
                  throw k.2 z.5
                }
            "#]],
        );
    }

    #[test]
    fn uses_in_local_functions_and_branches_count() {
        check_pass(
            &DEAD_LET,
            "x: i64 = load.1 b  y: i64 = load.2 b  z: i64 = load.3 b
             fun f() { u: i64 = copy z  throw k x }
             if a { throw k y } else { jump f }",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  x.3: i64 = load.1 b.1
                  y.4: i64 = load.2 b.1
                  fun f.0() {
                    throw k.2 x.3
                  }
                  if a.0 {
                    throw k.2 y.4
                  } else {
                    jump f.0
                  }
                }
            "#]],
        );
    }

    #[test]
    fn effects_stay() {
        check_pass(
            &DEAD_LET,
            "x: i64 = sadd.i64 a 1  y: i64 = add.i64 a 1  z: i64 = load.mut.1 b  () = store.1 b a
             () = global.set g b  throw k",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  x.3: i64 = sadd.i64 a.0 1
                  () = store.1 b.1 a.0
                  () = global.set g b.1
                  throw k.2
                }
            "#]],
        );
    }

    #[test]
    fn a_name_bound_again_is_kept_if_any_use_is_there() {
        check_pass(
            &DEAD_LET,
            "x: i64 = copy 7  fun f() { throw k x }  x: i64 = copy 5  y: i64 = copy x  jump f",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  x.3: i64 = copy 7
                  fun f.0() {
                    throw k.2 x.3
                  }
                  x.3: i64 = copy 5
                  jump f.0
                }
            "#]],
        );
    }
}
