//! Linear values.

use super::{fits, rejects, titles};
use expect_test::expect;

#[test]
fn used_twice() {
    rejects(
        "
type A
pair : (A, A) -> A
f : A -> A
f a = let b = a
      in pair (b, a)
",
        expect![[r#"
            error: the linear variable `a` is used twice
              ┌─ a.cogent:6:19
              │
            5 │ f a = let b = a
              │               - used here
            6 │       in pair (b, a)
              │                   ^ used again here; a value of type `A` is used exactly once

        "#]],
    );
}

#[test]
fn never_used() {
    rejects(
        "
type A
make : () -> A
f : () -> ()
f () = let a = make ()
       in ()
",
        expect![[r#"
            error: the linear variable `a` is never used
              ┌─ a.cogent:5:12
              │
            5 │ f () = let a = make ()
              │            ^ a value of type `A` is used exactly once

        "#]],
    );
}

#[test]
fn not_used_in_a_branch() {
    rejects(
        "
type A
free : A -> ()
f : (A, Bool) -> ()
f (a, b) = if b then free a else ()
",
        expect![[r#"
            error: the linear variable `a` is not used on every path
              ┌─ a.cogent:5:27
              │
            5 │ f (a, b) = if b then free a else ()
              │                           ^      -- not used on this path
              │                           │       
              │                           used here; a value of type `A` is used exactly once

        "#]],
    );
    titles(
        &[
            "type A\nfree : A -> ()\nf : (A, <X | Y | Z>) -> ()\nf (a, b) = b\n  | X -> free a\n  | Y -> ()\n  | Z -> free a\n",
            "type A\nf : (A, <X | Y | Z>) -> A\nf (a, b) =\n  let X <= b |> _ -> a\n  in make ()\nmake : () -> A\n",
        ],
        expect![[r#"
            error: the linear variable `a` is not used on every path
            error: the linear variable `a` is not used on every path
        "#]],
    );
}

#[test]
fn each_branch_uses_it_once() {
    fits(&[
        "type A\nf : (A, Bool) -> A\nf (a, b) = if b then a else a\n",
        "type A\nf : (A, <X | Y>) -> A\nf (a, b) = b\n  | X -> a\n  | Y -> a\n",
        "type A\nread : A! -> Bool\nf : A -> A\nf a = if | read a !a -> a\n         | read a && read a !a -> a\n         | else -> a\n",
    ]);
}

#[test]
fn dropped() {
    rejects(
        "
type A
make : () -> A
f : #{a : A, b : U8} -> U8
f #{b} = let _ = make () in make (); b
",
        expect![[r#"
            error: this pattern drops linear fields
              ┌─ a.cogent:5:3
              │
            5 │ f #{b} = let _ = make () in make (); b
              │   ^^^^ a value of type `#{a : A, b : U8} take (b)` is used exactly once

            error: `_` drops a linear value
              ┌─ a.cogent:5:14
              │
            5 │ f #{b} = let _ = make () in make (); b
              │              ^ a value of type `A` is used exactly once

            error: `;` drops a linear value
              ┌─ a.cogent:5:29
              │
            5 │ f #{b} = let _ = make () in make (); b
              │                             ^^^^^^^ a value of type `A` is used exactly once

        "#]],
    );
}

#[test]
fn read_only_inside_of_a_bang() {
    fits(&[
        "type A\nread : (A!, A!) -> U8\nf : A -> (A, U8)\nf a = let x = read (a, a) !a in (a, x)\n",
        "type A\nread : A! -> <X U8 | Y>\nf : A -> (A, U8)\nf a = read a !a\n  | X x -> (a, x)\n  | Y -> (a, 0)\n",
        "type R = {n : U8}\nf : R -> (R, U8)\nf r = let n = r.n !r in (r, n)\n",
    ]);
}

#[test]
fn a_read_only_value_escapes() {
    rejects(
        "
type A
type R = {a : A}
f : R -> (R, A!)
f r = let a = r.a !r
      in (r, a)
",
        expect![[r#"
            error: a read-only value escapes from `!r`
              ┌─ a.cogent:5:15
              │
            5 │ f r = let a = r.a !r
              │               ^^^ its type is `A!`

        "#]],
    );
}

#[test]
fn a_bang_after_the_value_is_gone() {
    rejects(
        "
type A
free : A -> ()
read : A! -> U8
f : A -> U8
f a = let () = free a
      in let x = read a !a in x
",
        expect![[r#"
            error: the linear variable `a` is used twice
              ┌─ a.cogent:7:26
              │
            6 │ f a = let () = free a
              │                     - used here
            7 │       in let x = read a !a in x
              │                          ^ used again here; a value of type `A` is used exactly once

        "#]],
    );
    titles(
        &["type A\nread : A! -> U8\nf : A -> U8\nf a = let x = read a !b in x\n"],
        expect![[r#"
            error: `A!` is wanted here
            error: unknown variable `b`
        "#]],
    );
}

#[test]
fn a_lambda_uses_nothing_from_outside() {
    rejects(
        r"
f : U8 -> (U8 -> U8)
f x = \y => x + y
",
        expect![[r#"
            error: `x` is a variable outside of this lambda
              ┌─ a.cogent:3:13
              │
            3 │ f x = \y => x + y
              │   -         ^ a lambda can use its own variables only
              │   │          
              │   bound here

        "#]],
    );
}

#[test]
fn kinds_of_type_variables() {
    rejects(
        "
type A
copy : all (a :< DS). a -> (a, a)
copy x = (x, x)
f : A -> (A, A)
f a = copy a
",
        expect![[r#"
            error: `a` of `copy` cannot be `A`
              ┌─ a.cogent:6:7
              │
            6 │ f a = copy a
              │       ^^^^ its values may not be dropped, as `a :< D` asks

            error: `a` of `copy` cannot be `A`
              ┌─ a.cogent:6:7
              │
            6 │ f a = copy a
              │       ^^^^ its values may not be shared, as `a :< S` asks

        "#]],
    );
    titles(
        &[
            "copy : all (a :< D). a -> (a, a)\ncopy x = (x, x)\n",
            "drop : all (a :< S). a -> ()\ndrop x = ()\n",
            "type A\nf : all (a :< D). (A, a!) -> (A, a!)\nf (a, x) = let y = x !a in (a, y)\n",
            "f : all a. #a -> (#a, #a)\nf x = (x, x)\n",
        ],
        expect![[r#"
            error: the linear variable `x` is used twice
            error: the linear variable `x` is never used
            error: a read-only value escapes from `!a`
            error: the linear variable `x` is used twice
        "#]],
    );
    fits(&[
        "type A\nf : all (a :< E). (A, a) -> (A, a)\nf (a, x) = let y = x !a in (a, y)\n",
        "f : all a. a! -> (a!, a!)\nf x = (x, x)\n",
        "f : all (a :< DSE). #a -> (#a, #a)\nf x = (x, x)\n",
    ]);
}
