//! Other mistakes.

use super::{rejects, titles};
use expect_test::expect;

#[test]
fn a_type_that_is_not_wanted() {
    rejects(
        "
type R = {a : U8, b : Bool}
f : (R, U8) -> R
f (r, x) = x
",
        expect![[r#"
            error: the linear variable `r` is never used
              ┌─ a.cogent:4:4
              │
            4 │ f (r, x) = x
              │    ^ a value of type `R` is used exactly once

            error: `R` is wanted here
              ┌─ a.cogent:4:12
              │
            4 │ f (r, x) = x
              │            ^ this is `U8`

        "#]],
    );
}

#[test]
fn calls() {
    titles(
        &[
            "f : U8 -> U8\nf x = x 1\n",
            "f : U8 -> U8\nf x = g x\n",
            "f : U8 -> U8\nf x = f [U8] x\n",
            "f : U8 -> U8\nf x = x [U8]\n",
            "f : U8 -> U8\nf x = f True\n",
            "f : U8 -> U8\nf x = f (f, x)\n",
        ],
        expect![[r#"
            error: this is not a function
            error: unknown variable `g`
            error: `f` has 0 type variables
            error: unknown function `x`
            error: `U8` is wanted here
            error: `U8` is wanted here
        "#]],
    );
}

#[test]
fn comparisons() {
    rejects(
        "
f : (U8, U8) -> Bool
f p = p == p
",
        expect![[r#"
            error: `==` on a value that is no word and no `Bool`
              ┌─ a.cogent:3:7
              │
            3 │ f p = p == p
              │       ^ this is `(U8, U8)`

        "#]],
    );
    titles(
        &[
            "f : String -> Bool\nf p = p == p\n",
            "f : () -> Bool\nf p = 42 /= True\n",
            "f : U8 -> U8\nf p = if p then 1 else 2\n",
            "f : U8 -> Bool\nf p = p && True\n",
            "f : Bool -> Bool\nf p = p + 1\n",
        ],
        expect![[r#"
            error: `==` on a value that is no word and no `Bool`
            error: `U8` is wanted here
            error: `Bool` is wanted here
            error: `Bool` is wanted here
            error: `U8` is wanted here
            error: `Bool` is wanted here
        "#]],
    );
}

#[test]
fn one_mistake_has_one_message() {
    rejects(
        "
f : U8 -> U8
f x = let (a, b) = nothing x
      and c = a.field
      in c + b
",
        expect![[r#"
            error: unknown variable `nothing`
              ┌─ a.cogent:3:20
              │
            3 │ f x = let (a, b) = nothing x
              │                    ^^^^^^^ nothing has this name

        "#]],
    );
}
