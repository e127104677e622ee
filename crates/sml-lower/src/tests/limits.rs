//! Programs that would be too large.

use super::try_lower;
use expect_test::{Expect, expect};

fn refused(source: &str, expected: Expect) {
    match try_lower(source) {
        Ok(_) => panic!("accepted"),
        Err(message) => expected.assert_eq(&message),
    }
}

/// Pairs of pairs, 2 to the power `height` deep.
fn pairs(height: u32) -> String {
    let mut source = String::from("fun p0 x = (x, x)\n");
    for i in 1..=height {
        source += &format!("fun p{i} x = p{0} (p{0} x)\n", i - 1);
    }
    source + &format!("val z = p{height} 1")
}

#[test]
fn types_that_double() {
    // Their text would have some 2 to the power 64 parts.
    let module = super::lower(&pairs(6));
    let text = module.to_string();
    assert!(text.len() < 1_000_000, "{} bytes", text.len());
    let again = anf::parse(text.as_bytes()).map(|module| module.to_string());
    assert_eq!(again.ok().as_ref(), Some(&text));
    super::with_stack(|| {
        refused(
            &pairs(13),
            expect![[r#"
                error: type is too large
                   ┌─ test.sml:15:9
                   │
                15 │ val z = p13 1
                   │         ^^^ the type of this is nested more than 5,000 deep
                   │
                   = hint: a datatype in between keeps types small

            "#]],
        );
    });
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
