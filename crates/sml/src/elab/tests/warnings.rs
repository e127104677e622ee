//! Warnings about matches.

use super::check;
use expect_test::expect;

#[test]
fn what_is_not_matched() {
    check(
        "datatype shape = Circle of int | Square of int | Point
fun area (Circle r) = 3 * r * r
  | area (Square a) = a * a",
        expect![[r#"
            warning: match is not exhaustive
              ┌─ t.sml:2:5
              │
            2 │ fun area (Circle r) = 3 * r * r
              │     ^^^^ not matched: `Point`

            val area : shape -> int
        "#]],
    );
    check(
        "fun f (SOME x) [] = x | f NONE _ = 0",
        expect![[r#"
        warning: match is not exhaustive
          ┌─ t.sml:1:5
          │
        1 │ fun f (SOME x) [] = x | f NONE _ = 0
          │     ^ not matched: `(SOME _) (_ :: _)`

        val f : int option -> 'a list -> int
    "#]],
    );
    check(
        "val f = fn 0 => 1 and g = fn x => case x of true => 1",
        expect![[r#"
        warning: match is not exhaustive
          ┌─ t.sml:1:12
          │
        1 │ val f = fn 0 => 1 and g = fn x => case x of true => 1
          │            ^ not matched: `1`

        warning: match is not exhaustive
          ┌─ t.sml:1:40
          │
        1 │ val f = fn 0 => 1 and g = fn x => case x of true => 1
          │                                        ^ not matched: `false`

        val f : int -> int
        val g : bool -> int
    "#]],
    );
    check(
        "val (x, SOME y) = (1, SOME 2)",
        expect![[r#"
        warning: this binding may fail
          ┌─ t.sml:1:5
          │
        1 │ val (x, SOME y) = (1, SOME 2)
          │     ^^^^^^^^^^^ not matched: `(_, NONE)`

        val x : int
        val y : int
    "#]],
    );
}

#[test]
fn what_is_never_used() {
    check(
        "datatype colour = Red | Green | Blue
fun code Red = 1
  | code Gren = 2
  | code Blue = 3",
        expect![[r#"
            warning: this rule is never used
              ┌─ t.sml:4:10
              │
            3 │   | code Gren = 2
              │          ---- `Gren` is a variable here and matches every colour
            4 │   | code Blue = 3
              │          ^^^^ all values are matched before
              │
              = hint: did you mean the constructor `Green`?

            val code : colour -> int
        "#]],
    );
    check(
        "fun f 1 _ = 1 | f _ 2 = 2 | f 1 2 = 3 | f _ _ = 4",
        expect![[r#"
        warning: this rule is never used
          ┌─ t.sml:1:31
          │
        1 │ fun f 1 _ = 1 | f _ 2 = 2 | f 1 2 = 3 | f _ _ = 4
          │                               ^^^ all values are matched before

        val f : int -> int -> int
    "#]],
    );
}

/// A handler raises again what it does not fit, and need not fit all.
#[test]
fn handlers() {
    check(
        "exception E fun f g = g () handle E => 1 | E => 2",
        expect![[r#"
        warning: this rule is never used
          ┌─ t.sml:1:44
          │
        1 │ exception E fun f g = g () handle E => 1 | E => 2
          │                                            ^ all values are matched before

        val E : exn
        val f : (unit -> int) -> int
    "#]],
    );
}

/// The body of a functor is examined once, however often it is applied.
#[test]
fn functors() {
    check(
        "functor F () = struct fun f 1 = 2 end structure A = F () structure B = F ()",
        expect![[r#"
            warning: match is not exhaustive
              ┌─ t.sml:1:27
              │
            1 │ functor F () = struct fun f 1 = 2 end structure A = F () structure B = F ()
              │                           ^ not matched: `0`

            val F.f : int -> int
            val A.f : int -> int
            val B.f : int -> int
        "#]],
    );
}

#[test]
fn not_behind_errors() {
    check("val x = 1 + true fun f 1 = 2", expect![[r#"
        error: operand of the wrong type
          ┌─ t.sml:1:13
          │
        1 │ val x = 1 + true fun f 1 = 2
          │         - - ^^^^ this is bool
          │         │ │
          │         │ so `+` wants int on its right
          │         this is int

        val x : int
        val f : int -> int
    "#]]);
}
