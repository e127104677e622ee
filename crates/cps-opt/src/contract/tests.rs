use super::CONTRACT;
use crate::testing::check_pass;
use expect_test::{Expect, expect};

fn check(source: &str, expected: Expect) {
    check_pass(&CONTRACT, &format!("cps 1\n{source}"), expected);
}

#[test]
fn a_function_called_once_is_inlined_and_folded() {
    check(
        r#"pos !1 = "a" 1:1  pos !2 = "a" 2:2
        fun f(x: i64, y: i64) return k: cont(i64) {
          z: i64 = sadd.i64 x 4 !1
          w: i64 = sadd.i64 z y !1
          jump k w
        }
        export fun main(a: i64) return r: cont(i64) { call f 3 a return r !2 }"#,
        expect![[r#"
            cps 1
            pos !1 = "a" 1:1
            pos !2 = "a" 2:2
            pos !3 = "a" 1:1 in !2

            export fun main.1(a.7: i64) return r.8: cont(i64) {
              w.6: i64 = sadd.i64 a.7 7 !3
              jump r.8 w.6
            }
        "#]],
    );
}
