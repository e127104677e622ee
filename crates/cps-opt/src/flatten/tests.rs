//! Parameters that change, and parameters that stay.

use super::FLATTEN;
use crate::CONTRACT;
use crate::testing::{check_pass, check_passes};
use expect_test::expect;

#[test]
fn a_tuple_that_is_only_projected_is_passed_by_components() {
    check_passes(
        &[&FLATTEN, &CONTRACT],
        "cps 1
        fun show(n: i64) return k: cont() { s: str = i64.to.str n 10 () = print s jump k }
        fun main() return r: cont() {
          cont loop(p: (i64, i64, i64), q: (i64, i64)) {
            i: i64 = get.0 p
            a: i64 = get.1 p
            c: i1 = slt.i64 i 10
            if c {
              j: i64 = add.i64 i 1
              b: i64 = add.i64 a i
              n: (i64, i64, i64) = tuple j b 7
              jump loop n q
            } else { u: i64 = get.1 q v: i64 = add.i64 a u call show v return r }
          }
          t: (i64, i64, i64) = tuple 0 0 0
          u: (i64, i64) = tuple 1 2
          jump loop t u
        }
        entry main",
        expect![[r#"
            cps 1

            fun main.1() return r.5: cont() {
              cont loop.6(p.19: i64, p.20: i64, q.21: i64) {
                c.11: i1 = slt.i64 p.19 10
                if c.11 {
                  j.12: i64 = add.i64 p.19 1
                  b.13: i64 = add.i64 p.20 p.19
                  jump loop.6 j.12 b.13 q.21
                } else {
                  v.16: i64 = add.i64 p.20 q.21
                  s.4: str = i64.to.str v.16 10
                  () = print s.4
                  jump r.5
                }
              }
              jump loop.6 0 0 2
            }

            entry main.1
        "#]],
    );
}

#[test]
fn parameters_that_are_unused_or_always_the_same_go() {
    check_pass(
        &FLATTEN,
        "cps 1
        fun inc(x: i64) return k: cont(i64) { y: i64 = add.i64 x 1 jump k y }
        fun twice(f: fun(i64) -> (i64), n: i64, unused: str) return k: cont(i64) {
          cont j(m: i64) { call f m return k }
          call f n return j
        }
        export fun main(a: i64) return r: cont(i64) {
          cont j(b: i64) { call twice inc b \"b\" return r }
          call twice inc a \"a\" return j
        }",
        expect![[r#"
            cps 1

            fun inc.0(x.3: i64) return k.4: cont(i64) {
              y.5: i64 = add.i64 x.3 1
              jump k.4 y.5
            }

            fun twice.1(n.7: i64) return k.9: cont(i64) {
              cont j.10(m.11: i64) {
                call inc.0 m.11 return k.9
              }
              call inc.0 n.7 return j.10
            }

            export fun main.2(a.12: i64) return r.13: cont(i64) {
              cont j.14(b.15: i64) {
                call twice.1 b.15 return r.13
              }
              call twice.1 a.12 return j.14
            }
        "#]],
    );
}

#[test]
fn an_escaping_function_a_return_point_and_a_whole_use_keep_their_parameters() {
    check_pass(
        &FLATTEN,
        "cps 1
        fun f(p: (i64, i64)) return k: cont(i64) { x: i64 = get.0 p jump k x }
        fun g(p: (i64, i64)) return k: cont((i64, i64)) { x: i64 = get.0 p jump k p }
        export fun main(a: i64) return r: cont((i64, i64), fun((i64, i64)) -> (i64)) {
          t: (i64, i64) = tuple a a
          u: (i64, i64) = tuple a 1
          cont j(b: i64) {
            cont l(x: (i64, i64)) { jump r t f }
            cont i(x: (i64, i64)) { call g u return l }
            call g t return i
          }
          call f t return j
        }",
        expect![[r#"
            cps 1

            fun f.0(p.3: (i64, i64)) return k.4: cont(i64) {
              x.5: i64 = get.0 p.3
              jump k.4 x.5
            }

            fun g.1(p.6: (i64, i64)) return k.7: cont((i64, i64)) {
              x.8: i64 = get.0 p.6
              jump k.7 p.6
            }

            export fun main.2(a.9: i64) return r.10: cont((i64, i64), fun((i64, i64)) -> (i64)) {
              t.11: (i64, i64) = tuple a.9 a.9
              u.12: (i64, i64) = tuple a.9 1
              cont j.13(b.14: i64) {
                cont l.15(x.16: (i64, i64)) {
                  jump r.10 t.11 f.0
                }
                cont i.17(x.18: (i64, i64)) {
                  call g.1 u.12 return l.15
                }
                call g.1 t.11 return i.17
              }
              call f.0 t.11 return j.13
            }
        "#]],
    );
}
