//! Functions that become continuations, and functions that do not.

use super::CONTIFY;
use crate::testing::check_pass;
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    check_pass(&CONTIFY, &format!("cps 1\n{source}"), expected);
}

#[test]
fn a_local_loop_becomes_a_block() {
    check(
        "fun show(n: i64) return k: cont() { s: str = i64.to.str n 10 () = print s jump k }
        fun main() return r: cont() {
          fun loop(i: i64, a: i64) return k: cont(i64) {
            c: i1 = slt.i64 i 10
            if c {
              j: i64 = add.i64 i 1
              b: i64 = add.i64 a i
              call loop j b return k
            } else { jump k a }
          }
          cont done(x: i64) { call show x return r }
          call loop 0 0 return done
        }
        entry main",
        expect![[r#"
            cps 1

            fun main.1() return r.5: cont() {
              cont show.0(n.2: i64) {
                s.4: str = i64.to.str n.2 10
                () = print s.4
                jump r.5
              }
              cont done.13(x.14: i64) {
                jump show.0 x.14
              }
              cont loop.6(i.7: i64, a.8: i64) {
                c.10: i1 = slt.i64 i.7 10
                if c.10 {
                  j.11: i64 = add.i64 i.7 1
                  b.12: i64 = add.i64 a.8 i.7
                  jump loop.6 j.11 b.12
                } else {
                  jump done.13 a.8
                }
              }
              jump loop.6 0 0
            }

            entry main.1
        "#]],
    );
}

#[test]
fn a_circle_of_module_functions_moves_into_its_only_caller() {
    check(
        "fun even(n: i64) return k: cont(i1) {
          z: i1 = eq.i64 n 0
          if z { jump k true } else { m: i64 = sub.i64 n 1 call odd m return k }
        }
        fun odd(n: i64) return k: cont(i1) {
          z: i1 = eq.i64 n 0
          if z { jump k false } else { m: i64 = sub.i64 n 1 call even m return k }
        }
        export fun main(n: i64) return r: cont(i1) { call even n return r }",
        expect![[r#"
            cps 1

            export fun main.2(n.11: i64) return r.12: cont(i1) {
              cont even.0(n.3: i64) {
                z.5: i1 = eq.i64 n.3 0
                if z.5 {
                  jump r.12 true
                } else {
                  m.6: i64 = sub.i64 n.3 1
                  jump odd.1 m.6
                }
              }
              and odd.1(n.7: i64) {
                z.9: i1 = eq.i64 n.7 0
                if z.9 {
                  jump r.12 false
                } else {
                  m.10: i64 = sub.i64 n.7 1
                  jump even.0 m.10
                }
              }
              jump even.0 n.11
            }
        "#]],
    );
}

#[test]
fn two_places_to_return_to_or_a_use_as_a_value_prevent_it() {
    check(
        "fun f(n: i64) return k: cont(i64) { jump k n }
        export fun main(n: i64) return r: cont(i64, fun(i64) -> (i64)) {
          fun g(x: i64) return k: cont(i64) { jump k x }
          cont b(y: i64) { jump r y g }
          cont a(x: i64) { call f x return b }
          call f n return a
        }",
        expect![[r#"
            cps 1

            fun f.0(n.2: i64) return k.3: cont(i64) {
              jump k.3 n.2
            }

            export fun main.1(n.4: i64) return r.5: cont(i64, fun(i64) -> (i64)) {
              fun g.6(x.7: i64) return k.8: cont(i64) {
                jump k.8 x.7
              }
              cont b.9(y.10: i64) {
                jump r.5 y.10 g.6
              }
              cont a.11(x.12: i64) {
                call f.0 x.12 return b.9
              }
              call f.0 n.4 return a.11
            }
        "#]],
    );
}

#[test]
fn a_function_called_in_the_continuation_it_returns_to_joins_its_group() {
    check(
        "export fun main(n: i64) return r: cont(i64) {
          fun step(x: i64) return k: cont(i64) { y: i64 = sub.i64 x 1 jump k y }
          cont loop(x: i64) {
            z: i1 = eq.i64 x 0
            if z { jump r x } else { call step x return loop }
          }
          jump loop n
        }",
        expect![[r#"
            cps 1

            export fun main.0(n.1: i64) return r.2: cont(i64) {
              cont loop.7(x.8: i64) {
                z.9: i1 = eq.i64 x.8 0
                if z.9 {
                  jump r.2 x.8
                } else {
                  jump step.3 x.8
                }
              }
              and step.3(x.4: i64) {
                y.6: i64 = sub.i64 x.4 1
                jump loop.7 y.6
              }
              jump loop.7 n.1
            }
        "#]],
    );
}
