//! Functions that are split into tests and the rest, and those that are not.

use super::EARLY_RETURNS;
use crate::testing::{check_pass, check_passes, read, run};
use crate::{CONTRACT, INLINE};
use expect_test::expect;

const FIB: &str = "cps 1
    fun fib(n: i64) return k: cont(i64) {
      c: i1 = slt.i64 n 2
      if c { jump k n } else {
        cont after(a: i64) {
          cont both(b: i64) { s: i64 = sadd.i64 a b jump k s }
          n2: i64 = ssub.i64 n 2
          call fib n2 return both
        }
        n1: i64 = ssub.i64 n 1
        call fib n1 return after
      }
    }
    fun main() return k: cont() {
      cont show(x: i64) { s: str = i64.to.str x 10 () = print s jump k }
      call fib 12 return show
    }
    entry main";

#[test]
fn calls_that_return_at_once_are_none() {
    check_passes(
        &[&EARLY_RETURNS, &INLINE, &CONTRACT],
        FIB,
        expect![[r#"
        cps 1

        fun fib.18(n.16: i64) return k.17: cont(i64) {
          cont after.5(a.6: i64) {
            cont both.7(b.8: i64) {
              s.9: i64 = sadd.i64 a.6 b.8
              jump k.17 s.9
            }
            n2.10: i64 = ssub.i64 n.16 2
            c.19: i1 = slt.i64 n2.10 2
            if c.19 {
              jump both.7 n2.10
            } else {
              call fib.18 n2.10 return both.7
            }
          }
          n1.11: i64 = ssub.i64 n.16 1
          c.20: i1 = slt.i64 n1.11 2
          if c.20 {
            jump after.5 n1.11
          } else {
            call fib.18 n1.11 return after.5
          }
        }

        fun main.1() return k.12: cont() {
          cont show.13(x.14: i64) {
            s.15: str = i64.to.str x.14 10
            () = print s.15
            jump k.12
          }
          call fib.18 12 return show.13
        }

        entry main.1
    "#]],
    );
}

#[test]
fn what_was_not_copied_is_put_together_again() {
    check_passes(
        &[&EARLY_RETURNS, &CONTRACT],
        FIB,
        expect![[r#"
        cps 1

        fun fib.0(n.2: i64) return k.3: cont(i64) {
          c.4: i1 = slt.i64 n.2 2
          if c.4 {
            jump k.3 n.2
          } else {
            cont after.5(a.6: i64) {
              cont both.7(b.8: i64) {
                s.9: i64 = sadd.i64 a.6 b.8
                jump k.3 s.9
              }
              n2.10: i64 = ssub.i64 n.2 2
              call fib.0 n2.10 return both.7
            }
            n1.11: i64 = ssub.i64 n.2 1
            call fib.0 n1.11 return after.5
          }
        }

        fun main.1() return k.12: cont() {
          cont show.13(x.14: i64) {
            s.15: str = i64.to.str x.14 10
            () = print s.15
            jump k.12
          }
          call fib.0 12 return show.13
        }

        entry main.1
    "#]],
    );
}

#[test]
fn what_only_the_rest_needs_is_bound_there() {
    check_pass(
        &EARLY_RETURNS,
        "cps 1
        export fun f(n: i64, x: i64, r: (i64, i64)) return k: cont(i64) {
          left: i64 = get.0 r
          right: i64 = get.1 r
          cont j(a: i64) { b: i64 = sadd.i64 a left jump k b }
          c: i1 = slt.i64 n right
          if c { jump k n } else { call f x n r return j }
        }",
        expect![[r#"
            cps 1

            fun f.15(n.11: i64, x.12: i64, r.13: (i64, i64)) return k.14: cont(i64) {
              left.5: i64 = get.0 r.13
              cont j.7(a.8: i64) {
                b.9: i64 = sadd.i64 a.8 left.5
                jump k.14 b.9
              }
              call f.0 x.12 n.11 r.13 return j.7
            }

            export fun f.0(n.1: i64, x.2: i64, r.3: (i64, i64)) return k.4: cont(i64) {
              right.6: i64 = get.1 r.3
              c.10: i1 = slt.i64 n.1 right.6
              if c.10 {
                jump k.4 n.1
              } else {
                call f.15 n.1 x.2 r.3 return k.4
              }
            }
        "#]],
    );
}

#[test]
fn a_function_that_is_split_already_stays() {
    let mut module = read(FIB);
    run(&mut module, &[EARLY_RETURNS.alone(), INLINE.alone(), CONTRACT.alone()]);
    assert_eq!(run(&mut module, &[EARLY_RETURNS.alone()]).stats.sum(), 0);
}
