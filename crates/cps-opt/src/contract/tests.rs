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
        expect![[]],
    );
}
