//! Functions and continuations that are copied, and those that are not.

use super::INLINE;
use crate::testing::check_pass;
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    check_pass(&INLINE, &format!("cps 1\n{source}"), expected);
}

#[test]
fn a_small_function_is_copied_to_its_calls() {
    check(
        r#"pos !1 = "a" 1:1  pos !2 = "a" 2:2  pos !3 = "a" 3:3
        fun inc(x: i64) return k: cont(i64) { y: i64 = sadd.i64 x 1 !1  jump k y }
        export fun main(a: i64) return r: cont(i64) {
          cont j(b: i64) !2 { call inc b return r !3 }
          call inc a return j !2
        }"#,
        expect![[r#"
            cps 1
            pos !1 = "a" 1:1
            pos !2 = "a" 2:2
            pos !3 = "a" 3:3
            pos !4 = "a" 1:1 in !2

            fun inc.0(x.2: i64) return k.3: cont(i64) {
              y.4: i64 = sadd.i64 x.2 1 !1
              jump k.3 y.4
            }

            export fun main.1(a.5: i64) return r.6: cont(i64) {
              cont j.7(b.8: i64) !2 {
                y.9: i64 = sadd.i64 b.8 1 !1
                jump r.6 y.9
              }
              y.10: i64 = sadd.i64 a.5 1 !4
              jump j.7 y.10
            }
        "#]],
    );
}

#[test]
fn a_recursive_function_is_not() {
    check(
        "export fun f(x: i64) return k: cont(i64) { call f x return k }
        fun g(x: i64) return k: cont(i64) { y: i64 = add.i64 x 1 call h y return k }
        fun h(x: i64) return k: cont(i64) { call g x return k }
        export fun main(a: i64) return r: cont(i64) {
          cont j(b: i64) { call h b return r }
          call f a return j
        }",
        expect![[r#"
            cps 1

            export fun f.0(x.4: i64) return k.5: cont(i64) {
              call f.0 x.4 return k.5
            }

            fun g.1(x.6: i64) return k.7: cont(i64) {
              y.8: i64 = add.i64 x.6 1
              call g.1 y.8 return k.7
            }

            fun h.2(x.9: i64) return k.10: cont(i64) {
              call g.1 x.9 return k.10
            }

            export fun main.3(a.11: i64) return r.12: cont(i64) {
              cont j.13(b.14: i64) {
                call g.1 b.14 return r.12
              }
              call f.0 a.11 return j.13
            }
        "#]],
    );
}

#[test]
fn a_jump_that_decides_a_branch_gets_a_copy() {
    check(
        "export fun main(a: i1) return r: cont(i64) {
          cont j(b: i1) { if b { jump r 1 } else { jump r 2 } }
          if a { jump j false } else { jump j a }
        }",
        expect![[r#"
            cps 1

            export fun main.0(a.1: i1) return r.2: cont(i64) {
              cont j.3(b.4: i1) {
                if b.4 {
                  jump r.2 1
                } else {
                  jump r.2 2
                }
              }
              if a.1 {
                if false {
                  jump r.2 1
                } else {
                  jump r.2 2
                }
              } else {
                jump j.3 a.1
              }
            }
        "#]],
    );
}

#[test]
fn a_loop_is_not_copied_to_its_jumps() {
    check(
        "export fun main(a: i64) return r: cont(i64) {
          cont j(b: i64) { jump j b }
          if true { jump j 1 } else { jump j a }
        }",
        expect![[r#"
            cps 1

            export fun main.0(a.1: i64) return r.2: cont(i64) {
              cont j.3(b.4: i64) {
                jump j.3 b.4
              }
              if true {
                jump j.3 1
              } else {
                jump j.3 a.1
              }
            }
        "#]],
    );
}
