//! Types that are found out.

use super::{accepts, fits, rejects, titles};
use expect_test::expect;

#[test]
fn a_number_is_as_wide_as_its_uses() {
    accepts(
        "
f : U32 -> U64
f x = let a = 0
      and b = 1
      and c = 300
      and y = x + a
      in upcast (y + b) + upcast c
",
        expect![[r#"
            f ('0 : U32) : U64 =
              let x'1 = '0
              let a'2 = 0 : U32
              let b'3 = 1 : U32
              let c'4 = 300 : U16
              let y'5 = (x'1 + a'2)
              ((upcast (y'5 + b'3) : U64) + (upcast c'4 : U64))
        "#]],
    );
    titles(
        &[
            "f : U8 -> U32\nf x = x\n",
            "f : () -> U8\nf () = 256\n",
            "f : () -> U16\nf () = 65536\n",
            "f : U32 -> U8\nf x = upcast x\n",
            "f : Bool -> U8\nf x = upcast x\n",
            "f : (U8, U16) -> Bool\nf (x, y) = x == y\n",
        ],
        expect![[r#"
            error: `U32` is wanted here
            error: `U8` is wanted here
            error: `U16` is wanted here
            error: `U8` is wanted here
            error: `upcast` of a value that is no word
            error: `U8` is wanted here
        "#]],
    );
    fits(&["f : () -> U16\nf () = 65535\n"]);
}

#[test]
fn a_lambda_waits_for_what_stands_beside_it() {
    fits(&[
        "fold : all (a, b). #{f : (a, b) -> b, acc : b, list : a} -> b
type R = #{n : U8}
g : R -> U8
g r = fold #{f = \\(r, n) => r.n + n, acc = 0, list = r}
",
        "fold : all (a, b). ((a, b) -> b, b, a) -> b
h : U8 -> <None | Some U8>
h r = fold (\\(x, b) => b | None -> Some x
                         | Some y -> Some (x + y), None, r)
",
        "f : U8 -> U8\nf x = (\\y => y + 1) x\n",
    ]);
}

#[test]
fn a_type_variable_under_a_bang() {
    accepts(
        "
type A
look : all a. (a!, U8) -> a!
both : all a. (a!, a) -> a
f : A! -> A!
f a = look (a, 1)
g : (A!, A) -> A
g x = both x
h : #{x : U8} -> #{x : U8}
h x = look (x, 1)
",
        expect![[r#"
            look [a] : ((a!, U8)) -> a!
            both [a] : ((a!, a)) -> a
            f ('0 : A!) : A! =
              let a'1 = '0
              (look [A!] (a'1, 1 : U8))
            g ('0 : (A!, A)) : A =
              let x'1 = '0
              (both [A] x'1)
            h ('0 : #{x : U8}) : #{x : U8} =
              let x'1 = '0
              (look [#{x : U8}] (x'1, 1 : U8))
        "#]],
    );
}

#[test]
fn nothing_says_what_a_type_is() {
    rejects(
        "
make : all a. () -> a
f : () -> U8
f () = let x = make () in 1
g : () -> U8
g () = let x = \\y => y in 1
",
        expect![[r#"
            error: nothing says what `a` of `make` is here
              ┌─ a.cogent:4:16
              │
            4 │ f () = let x = make () in 1
              │                ^^^^ `make` is polymorphic
              │
              = hint: give its type arguments: `make [...]`

            error: type not known
              ┌─ a.cogent:6:16
              │
            6 │ g () = let x = \y => y in 1
              │                ^^^^^^^ nothing says what its type is
              │
              = hint: write `(... : TYPE)`

        "#]],
    );
}

#[test]
fn types_that_contain_themselves() {
    titles(
        &[
            "f : () -> U8\nf () = let g = \\x => x x in 1\n",
            "same : all a. (a, a) -> ()\nmake : all a. () -> a\nf : () -> ()\nf () = let x = make () in same (x, (x, x))\n",
        ],
        expect![[r#"
            error: the type of this would contain itself
            error: the type of this would contain itself
        "#]],
    );
}

#[test]
fn variants_grow_but_do_not_shrink() {
    rejects(
        "
f : <A | B U8> -> <A>
f x = x
",
        expect![[r#"
            error: `<A>` is wanted here
              ┌─ a.cogent:3:7
              │
            3 │ f x = x
              │       ^ this is `<A | B U8>`; the alternative `B` is not wanted

        "#]],
    );
    fits(&[
        "f : <A | B U8> -> <A | B U8 | C>\nf x = x\n",
        "f : (<A>, U8) -> (<A | B>, U8)\nf x = x\n",
        "f : <A | B U8> take B -> <A>\nf x = x\n",
        "f : <A <X>> -> <A <X | Y>>\nf x = x\n",
    ]);
}

#[test]
fn a_function_value_keeps_its_type() {
    rejects(
        "
f : (U8 -> <A>) -> (U8 -> <A | B>)
f g = g
",
        expect![[r#"
            error: a function value cannot change its type
              ┌─ a.cogent:3:7
              │
            3 │ f g = g
              │       ^ this is `U8 -> <A>`, and `U8 -> <A | B>` is wanted

        "#]],
    );
}
