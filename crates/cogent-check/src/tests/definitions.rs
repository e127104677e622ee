//! Definitions and types as written.

use super::{accepts, fits, rejects, titles};
use expect_test::expect;

#[test]
fn synonyms_and_operators_are_carried_out() {
    accepts(
        "
type Pair a b = (a, b)
type R a = {x : a, y : Arr a, z : U8}
type Arr a
f : all a. (R a, (R a)!, #(R a), (R a take (x))!, Arr U8, #(Arr U8), a!, #a) -> Pair a (Pair a U8)
g : (<A | B U8 U16> take A) put (..) -> (R U8 take (..)) put (x)
",
        expect![[r#"
            f [a] : (({x : a, y : Arr a, z : U8}, {x : a!, y : (Arr a!)!, z : U8}!, #{x : a, y : Arr a, z : U8}, {x : a!, y : (Arr a!)!, z : U8}! take (x), Arr U8, #(Arr U8), a!, #a)) -> (a, (a, U8))
            g : (<A | B (U8, U16)>) -> {x : U8, y : Arr U8, z : U8} take (y, z)
        "#]],
    );
}

#[test]
fn definitions_stand_in_any_order_and_functions_are_recursive() {
    fits(&[
        "f : A -> B\nf x = g x\ntype A = B\ntype B = U8\ng : U8 -> B\ng x = if x == 0 then 0 else f (x - c)\nc : U8\nc = 1\n",
    ]);
}

#[test]
fn a_synonym_contains_itself() {
    rejects(
        "
type A = (U8, B)
type B = #{a : A}
type C a = <C (C a)>
",
        expect![[r#"
            error: the type `A` contains itself
              ┌─ a.cogent:2:6
              │
            2 │ type A = (U8, B)
              │      ^ what it stands for would never end
            3 │ type B = #{a : A}
              │      - this contains it

            error: the type `C` contains itself
              ┌─ a.cogent:4:6
              │
            4 │ type C a = <C (C a)>
              │      ^ what it stands for would never end

        "#]],
    );
}

#[test]
fn defined_twice() {
    rejects(
        "
type A
f : A -> A
type A = U8
f : U8 -> U8
",
        expect![[r#"
            error: the type `A` is defined twice
              ┌─ a.cogent:4:6
              │
            2 │ type A
              │      - defined here
            3 │ f : A -> A
            4 │ type A = U8
              │      ^ defined again here

            error: the value `f` is defined twice
              ┌─ a.cogent:5:1
              │
            3 │ f : A -> A
              │ - defined here
            4 │ type A = U8
            5 │ f : U8 -> U8
              │ ^ defined again here

        "#]],
    );
}

#[test]
fn given_twice() {
    titles(
        &[
            "type T a a = a\n",
            "type T = {a : U8, a : U16}\n",
            "type T = <A U8 | A U16>\n",
            "f : all (a, a). a -> a\n",
            "type U8\n",
        ],
        expect![[r#"
            error: the parameter `a` is given twice
            error: the field `a` is given twice
            error: the tag `A` is given twice
            error: the type variable `a` is given twice
            error: the type `U8` is built in
        "#]],
    );
}

#[test]
fn a_type_variable_that_is_not_used() {
    rejects(
        "f : all (a, b). a -> a\ng : all c. () -> ()\ng () = ()\n",
        expect![[r#"
        error: the type variable `b` is not used
          ┌─ a.cogent:1:13
          │
        1 │ f : all (a, b). a -> a
          │             ^ the type of `f` does not mention it

        error: the type variable `c` is not used
          ┌─ a.cogent:2:9
          │
        2 │ g : all c. () -> ()
          │         ^ neither the type of `g` nor its body mentions it

    "#]],
    );
    fits(&["make : all a. () -> a\nf : all a. () -> U8\nf () = let x : a! = make [a!] () in 1\n"]);
}

#[test]
fn types_that_make_no_sense() {
    titles(
        &[
            "type T = a\n",
            "type T = A\n",
            "type A a\ntype T = A\n",
            "type T = U8 U8\n",
            "type T = #()\n",
            "type T = #(U8, U8)\n",
            "type T = U8 take (a)\n",
            "type T = {a : U8} take (b)\n",
            "f : all a. a take (..) -> U8\n",
        ],
        expect![[r#"
            error: unknown type variable `a`
            error: unknown type `A`
            error: `A` takes 1 argument
            error: `U8` takes no arguments
            error: `#` of `()`
            error: `#` of `(U8, U8)`
            error: `take` of `U8`
            error: `{a : U8}` has no field `b`
            error: `take` of `a`
        "#]],
    );
}

#[test]
fn functions_and_constants() {
    rejects(
        "
type A
f : A
c : A
c = make ()
make : () -> A
d : U8
d = e
e : U8
e = d
g : U8
g _ = 1
",
        expect![[r#"
            error: `f` must have the type of a function
              ┌─ a.cogent:3:5
              │
            3 │ f : A
              │     ^ this is `A`
              │
              = hint: a constant is defined directly after its type

            error: the constant `c` has a linear type
              ┌─ a.cogent:4:5
              │
            4 │ c : A
              │     ^ a value of type `A` is used exactly once

            error: `g` must have the type of a function
               ┌─ a.cogent:11:5
               │
            11 │ g : U8
               │     ^^ this is `U8`

        "#]],
    );
    titles(
        &["d : U8\nd = e + 1\ne : U8\ne = d\n"],
        expect![[r#"
        error: the constant `d` needs itself
    "#]],
    );
}
