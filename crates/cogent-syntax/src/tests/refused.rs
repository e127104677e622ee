//! Features that are named and refused, and what is read behind them.

use super::{read_text, titles};

/// Asserts that a text is refused for a feature, and that the definition behind it is read.
fn refused(text: &str, feature: &str) {
    let text = format!("{text}\ntype Last\n");
    let found = titles(&text);
    let expected = format!("{feature} are not supported");
    assert!(!found.is_empty(), "{text}");
    assert!(found.iter().all(|title| title.ends_with(&expected)), "{text}\n{found:?}");
    let result = read_text(text.as_bytes());
    assert_eq!(&*result.read.program.defs.last().expect("a definition").name.name, "Last");
}

#[test]
fn layouts() {
    let feature = "Dargent layouts";
    refused("layout L a = record {x : 1B, y : 3b at 1B + 2b using LE}", feature);
    refused("type A = {x : U8} layout L", feature);
    refused("type A = {x : U8} layout record {x : 1B at 0b} using BE", feature);
    refused("type A = (B, {x : U8} layout (L a)) -> C", feature);
    refused("f : A -> B\nf x = g {{L, _}} (h [U8] {{variant (1b) {A(0) : 1B}}} x)", feature);
}

#[test]
fn arrays() {
    let feature = "arrays";
    refused("type A = U8[3] -> #(U8#[n + 1]!)", feature);
    refused("type A = B @take (1, 2)\nf : B @put (3) -> C", feature);
    refused("f : A -> B\nf x = [1, 2] + x @ 3 * y@(z)", feature);
    refused("f : A -> B\nf (x @{@1 = a}, [b, c]) = x @{@1 = a, @b = c}", feature);
    refused("f : A -> B\nf x = map2 (\\a b => a + b) x y", feature);
}

#[test]
fn recursive_types() {
    refused("type A = rec t {next : t}\ntype B = C (rec t {next : t})!", "recursive types");
}

#[test]
fn layout_constraints() {
    refused("f : all (a, l :~ {x : a}). a -> a", "layout constraints (`:~`)");
}
