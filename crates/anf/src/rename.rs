//! Numbers the variables anew: dense, in the order of binding.
//!
//! fun f.9(x.4: i64) -> (i64) {              fun f.0(x.1: i64) -> (i64) {
//!   x.7: i64 = add.i64 x.4 1         =>       x.2: i64 = add.i64 x.1 1
//!   ret x.7                                   ret x.2
//! }                                         }
//!
//! Every binding has an id of its own already (shadowing is a matter of the
//! text), so one walk numbers the bindings, and another replaces each variable
//! by its new number; nothing can be captured. What is bound nowhere is dropped
//! from the table. Afterwards hint and number together name a variable once in
//! the module, and two modules that are equal up to renaming and hints print the
//! same.
//!
//! Expects: every id bound once. Establishes: ids are dense and in the order of
//! [`Module::each_binder`]. Linear.

use crate::{Module, Var};
use base::{PrimaryMap, SecondaryMap};
use pass::{Pass, Settings, Stats};

/// See the module's documentation.
pub static RENAME: Pass<Module> = Pass {
    name: "rename",
    about: "number variables densely, in the order of binding",
    settings: &[],
    run: rename,
};

fn rename(module: &mut Module, _: &Settings<'_>, stats: &mut Stats) {
    let old = std::mem::take(&mut module.vars);
    let mut vars = PrimaryMap::new();
    let mut new: SecondaryMap<Var, Option<Var>> = SecondaryMap::new();
    let mut changed = 0;
    module.each_binder(&mut |var| {
        let fresh = vars.push(old[var].clone());
        changed += (fresh != var) as usize;
        new[var] = Some(fresh);
    });
    stats.count("renamed", changed);
    stats.count("dropped", old.len().saturating_sub(vars.len()));
    module.rename(&mut |var| match new[var] {
        Some(fresh) => fresh,
        // Bound nowhere, against the invariants: it stays unbound, for the checker to find.
        None => {
            let fresh = vars.push(old[var].clone());
            new[var] = Some(fresh);
            fresh
        }
    });
    module.vars = vars;
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use pass::{Options, Report, run_pipeline};

    fn check(source: &str, expect: Expect) {
        let before = crate::parse(source.as_bytes()).expect("a module");
        let mut module = before.clone();
        let mut report = Report::default();
        let options = Options { check: true, ..Options::default() };
        run_pipeline(&mut module, &[RENAME.alone()], &options, &mut report)
            .expect("a right module");
        expect.assert_eq(&format!("{module}{}", report.stats));
        assert!(crate::alpha_eq(&before, &module));
        // Numbering again changes nothing.
        let once = module.to_string();
        RENAME.alone().run(&mut module, &mut Stats::default());
        assert_eq!(module.to_string(), once);
    }

    #[test]
    fn gaps_close_and_shadowing_ends() {
        check(
            "anf 1 fun f.9(x.4: i64) -> (i64) {
               x.7: i64 = add.i64 x.4 1
               x.7: i64 = add.i64 x.7 x.4
               ret x.7 }
             entry g
             export fun g() -> () { x: i64 = call f.9 1 ret }",
            expect![[r#"
                anf 1

                fun f.0(x.2: i64) -> (i64) {
                  x.3: i64 = add.i64 x.2 1
                  x.4: i64 = add.i64 x.3 x.2
                  ret x.4
                }

                export fun g.1() -> () {
                  x.5: i64 = call f.0 1
                  ret
                }

                entry g.1
                         7  rename: dropped
                         6  rename: renamed
            "#]],
        );
    }

    #[test]
    fn an_inner_binding_of_the_same_name_captures_nothing() {
        check(
            "anf 1 import h \"h\": fun(i64) -> (i64) sum s = a(i64)
             fun f(x.3: i64, v: s) -> (i64) {
               fun g(x.3: i64) -> (i64) { y: i64 = call h x.3 tailcall k y }
               and k(y: i64) -> (i64) { z: i64 = add.i64 x.3 y tailcall g z }
               join j(x.3: i64) { jump j x.3 }
               r: i64 = handle { ret x.3 } with x.3 { raise x.3 }
               cont c(r: i64) { ret r }
               case v { a(x.3) => { throw c x.3 } } }",
            expect![[r#"
                anf 1
                sum s = a(i64)
                import h.0 "h": fun(i64) -> (i64)

                fun f.1(x.2: i64, v.3: s) -> (i64) {
                  fun g.4(x.6: i64) -> (i64) {
                    y.7: i64 = call h.0 x.6
                    tailcall k.5 y.7
                  }
                  and k.5(y.8: i64) -> (i64) {
                    z.9: i64 = add.i64 x.2 y.8
                    tailcall g.4 z.9
                  }
                  join j.10(x.11: i64) {
                    jump j.10 x.11
                  }
                  r.12: i64 = handle {
                    ret x.2
                  } with x.13 {
                    raise x.13
                  }
                  cont c.14(r.15: i64) {
                    ret r.15
                  }
                  case v.3 {
                    a(x.16) => {
                      throw c.14 x.16
                    }
                  }
                }
                         3  rename: dropped
                        17  rename: renamed
            "#]],
        );
    }

    #[test]
    fn a_right_numbering_stays() {
        check(
            "anf 1 fun f.0(x.1: i64) -> (i64) { ret x.1 }",
            expect![[r#"
            anf 1

            fun f.0(x.1: i64) -> (i64) {
              ret x.1
            }
        "#]],
        );
    }
}
