//! Programs that would be too large.

use super::try_lower;
use expect_test::{Expect, expect};

fn refused(source: &str, expected: Expect) {
    match try_lower(source) {
        Ok(_) => panic!("accepted"),
        Err(message) => expected.assert_eq(&message),
    }
}

#[test]
fn types_that_double() {
    refused(
        "fun pair x = (x, x)
fun p1 x = pair (pair x)
fun p2 x = p1 (p1 x)
fun p3 x = p2 (p2 x)
fun p4 x = p3 (p3 x)
fun p5 x = p4 (p4 x)
val z = p5 1",
        expect![[r#"
            error: type is too large
              ┌─ test.sml:7:9
              │
            7 │ val z = p5 1
              │         ^^ written out, the type of this has more than 100,000 parts or 1,000 levels
              │
              = hint: a datatype in between keeps types small

        "#]],
    );
}

#[test]
fn instances_that_double() {
    let mut source = String::from("fun f0 x = 1\n");
    for i in 1..20 {
        source += &format!("fun f{i} x = f{0} (x, 1) + f{0} (1, x)\n", i - 1);
    }
    source += "val it = f19 0\n";
    refused(
        &source,
        expect![[r#"
        error: too many instances
          ┌─ test.sml:6:12
          │
        6 │ fun f5 x = f4 (x, 1) + f4 (1, x)
          │            ^^ `f4` is used at more than 10000 types
          │
          = hint: its types grow with each function that calls it

    "#]],
    );
}
