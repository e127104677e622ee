//! Records: what is taken and what is put.

use super::{accepts, fits, rejects, titles};
use expect_test::expect;

#[test]
fn a_field_that_has_been_taken() {
    rejects(
        "
type A
type R = {a : A, n : U8}
f : R -> (R take a, A, A)
f r {a} = let r {a = b} = r in (r, a, b)
g : R take (a) -> R
g r = r
",
        expect![[r#"
            error: the field `a` has been taken
              ┌─ a.cogent:5:18
              │
            5 │ f r {a} = let r {a = b} = r in (r, a, b)
              │                  ^ it is not in the record any more

            error: `R` is wanted here
              ┌─ a.cogent:7:7
              │
            7 │ g r = r
              │       ^ this is `R take (a)`; the field `a` has been taken

        "#]],
    );
}

#[test]
fn a_linear_field_that_is_lost() {
    rejects(
        "
type A
type R = {a : A, n : U8}
f : (R, A) -> R
f (r, a) = r {a}
g : R -> R take (..)
g r = r
h : #R -> U8
h r = r.n
",
        expect![[r#"
            error: `a` holds a linear value already
              ┌─ a.cogent:5:15
              │
            5 │ f (r, a) = r {a}
              │               ^ this loses it; a value of type `A` is used exactly once
              │
              = hint: take it before: `let r {a = old} = ...`

            error: the linear field `a` is lost
              ┌─ a.cogent:7:7
              │
            7 │ g r = r
              │       ^ here it has to be taken; a value of type `A` is used exactly once

            error: reading `n` drops a linear value
              ┌─ a.cogent:9:7
              │
            9 │ h r = r.n
              │       ^ this is `#R`, which is used exactly once
              │
              = hint: take the field, `let r {n = x} = ...`, or read it under `!`

        "#]],
    );
}

#[test]
fn fields_are_taken_by_subtyping() {
    accepts(
        "
type R = {n : U8, m : #{x : U8}}
f : R -> R take (n)
f r = r
g : #R -> #R take (..)
g r = r
type S = {r : R, n : U8}
h : S -> {r : R take (m), n : U8}
h s = s
",
        expect![[r#"
            f ('0 : {n : U8, m : #{x : U8}}) : {n : U8, m : #{x : U8}} take (n) =
              let r'1 = '0
              (promote r'1 : {n : U8, m : #{x : U8}} take (n))
            g ('0 : #{n : U8, m : #{x : U8}}) : #{n : U8, m : #{x : U8}} take (n, m) =
              let r'1 = '0
              (promote r'1 : #{n : U8, m : #{x : U8}} take (n, m))
            h ('0 : {r : {n : U8, m : #{x : U8}}, n : U8}) : {r : {n : U8, m : #{x : U8}} take (m), n : U8} =
              let s'1 = '0
              (promote s'1 : {r : {n : U8, m : #{x : U8}} take (m), n : U8})
        "#]],
    );
}

#[test]
fn what_is_behind_a_pointer_stays() {
    titles(
        &[
            "f : {a : <A>} -> {a : <A | B>}\nf r = r\n",
            "f : {a : U8, b : U8} -> {b : U8, a : U8}\nf r = r\n",
            "f : {a : U8} -> #{a : U8}\nf r = r\n",
            "f : {a : U8}! -> {a : U8}\nf r = r\n",
        ],
        expect![[r#"
            error: `{a : <A | B>}` is wanted here
            error: `{b : U8, a : U8}` is wanted here
            error: `#{a : U8}` is wanted here
            error: `{a : U8}` is wanted here
        "#]],
    );
    fits(&["f : #{a : <A>} -> #{a : <A | B>}\nf r = r\n"]);
}

#[test]
fn what_records_are_not() {
    titles(
        &[
            "f : {a : U8}! -> U8\nf r {a} = a\n",
            "f : {a : U8}! -> {a : U8}!\nf r = r {a = 1}\n",
            "f : {a : U8} -> U8\nf #{a} = a\n",
            "f : U8 -> U8\nf r = r.a\n",
            "f : #{a : U8} -> U8\nf r = r.b\n",
            "f : #{a : U8} -> U8\nf r = r {b = 1}\n",
            "f : #{a : U8} -> U8\nf r {b} = b\n",
            "f : #{a : U8} -> U8\nf #{a, a = b} = b\n",
            "f : U8 -> #{a : U8}\nf x = #{a = x, a = x}\n",
            "f : U8 -> #{a : U8}\nf x = #{a = x, b = x}\n",
            "f : #{a : U8} -> #{a : U8}\nf r = r {a = 1, a = 2}\n",
            "f : all a. a -> U8\nf r = r.b\n",
        ],
        expect![[r#"
            error: a read-only record cannot be taken from
            error: a read-only record cannot be put into
            error: this pattern is for unboxed records
            error: this pattern drops linear fields
            error: this is not a record
            error: there is no field `b`
            error: `U8` is wanted here
            error: there is no field `b`
            error: there is no field `b`
            error: the field `a` is given twice
            error: the field `a` has been taken
            error: `#{a : U8}` is wanted here
            error: the field `a` is given twice
            error: `#{a : U8}` is wanted here
            error: the field `a` is given twice
            error: this is not a record
        "#]],
    );
}
