//! Messages about modules.

use super::check;
use expect_test::expect;

#[test]
fn signatures_that_are_not_matched() {
    check(
        r#"signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end"#,
        expect![[r#"
            error: the structure does not match its signature
              ┌─ t.sml:2:15
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                                                              - specified here
            2 │ structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
              │               ^ the datatype `d` does not have the constructor `B` as specified

            error: the structure does not match its signature
              ┌─ t.sml:2:15
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                                        - specified here
            2 │ structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
              │               ^ the value `f` is missing

            error: the structure does not match its signature
              ┌─ t.sml:2:43
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                              - but int is specified
            2 │ structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
              │               -                           ^ `x` is string
              │               │
              │               the signature is matched here

            error: the structure does not match its signature
              ┌─ t.sml:2:76
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                                                                                         - but exn is specified
            2 │ structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
              │               -                                                            ^ `E` is int -> exn
              │               │
              │               the signature is matched here

            val A.x : string
            val A.E : int -> exn
        "#]],
    );
}

#[test]
fn everything_missing() {
    check(
        r#"signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
structure B : S = struct end"#,
        expect![[r#"
            error: the structure does not match its signature
              ┌─ t.sml:2:15
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                        -     -                               - specified here
              │                        │     │
              │                        │     specified here
              │                        specified here
            2 │ structure B : S = struct end
              │               ^ missing: type `t`, type `d`, value `x`, value `f`, exception `E`

        "#]],
    );
}

#[test]
fn functor_arguments() {
    check(
        r#"functor F (X : sig type t val show : t -> string end) = struct end
structure A = F (struct type t = int fun show (s : string) = s end)
structure B = F (struct end)"#,
        expect![[r#"
            error: the structure does not match its signature
              ┌─ t.sml:2:42
              │
            1 │ functor F (X : sig type t val show : t -> string end) = struct end
              │                               ---- but int -> string is specified
            2 │ structure A = F (struct type t = int fun show (s : string) = s end)
              │                  ------------------------^^^^---------------------
              │                  │                       │
              │                  │                       `show` is string -> string
              │                  the signature is matched here

            error: the structure does not match its signature
              ┌─ t.sml:3:18
              │
            1 │ functor F (X : sig type t val show : t -> string end) = struct end
              │                         -     ---- specified here
              │                         │
              │                         specified here
            2 │ structure A = F (struct type t = int fun show (s : string) = s end)
            3 │ structure B = F (struct end)
              │                  ^^^^^^^^^^ missing: type `t`, value `show`

            val A.show : string -> string
        "#]],
    );
}

#[test]
fn unknown_functors() {
    check(
        r#"structure C = G (struct end)
functor H (X : sig end) = struct structure I = H (X) end"#,
        expect![[r#"
            error: unknown functor
              ┌─ t.sml:1:15
              │
            1 │ structure C = G (struct end)
              │               ^ there is no functor `G` here

            error: unknown functor
              ┌─ t.sml:2:48
              │
            2 │ functor H (X : sig end) = struct structure I = H (X) end
              │                                                ^ there is no functor `H` here
              │
              = hint: a functor cannot apply itself

        "#]],
    );
}

#[test]
fn what_a_functor_may_not_know() {
    check(
        r#"functor F (X : sig type t val x : t end) = struct val y = X.x + 1 val z = X.x = X.x end"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:1:59
              │
            1 │ functor F (X : sig type t val x : t end) = struct val y = X.x + 1 val z = X.x = X.x end
              │                                                           ^^^ - `+` is not defined for X.t
              │                                                           │
              │                                                           this is X.t

            error: X.t does not admit equality
              ┌─ t.sml:1:75
              │
            1 │ functor F (X : sig type t val x : t end) = struct val y = X.x + 1 val z = X.x = X.x end
              │                                                                           ^^^ - with `=`
              │                                                                           │
              │                                                                           this cannot be compared

            val F.y : int
            val F.z : bool
        "#]],
    );
}

#[test]
fn opaque_types() {
    check(
        r#"structure A :> sig type t val x : t end = struct type t = int val x = 1 end
val n = A.x + 1
val b = A.x = A.x"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:2:9
              │
            2 │ val n = A.x + 1
              │         ^^^ - `+` is not defined for A.t
              │         │
              │         this is A.t

            error: A.t does not admit equality
              ┌─ t.sml:3:9
              │
            3 │ val b = A.x = A.x
              │         ^^^ - with `=`
              │         │
              │         this cannot be compared

            val A.x : int
            val n : int
            val b : bool
        "#]],
    );
}

#[test]
fn sharing_and_where() {
    check(
        r#"signature S = sig type t = int type u sharing type t = u end
signature T = sig datatype d = D end where type d = int * int
signature U = sig eqtype e end where type e = int -> int"#,
        expect![[r#"
            error: sharing of a type that is fixed
              ┌─ t.sml:1:52
              │
            1 │ signature S = sig type t = int type u sharing type t = u end
              │                                                    ^ this is int, whatever matches the signature
              │
              = hint: `where type` says what an open type of a signature is

            error: a datatype must stay one
              ┌─ t.sml:2:53
              │
            2 │ signature T = sig datatype d = D end where type d = int * int
              │                                                 -   ^^^^^^^^^ this is not a datatype
              │                                                 │
              │                                                 `d` has constructors

            error: type does not admit equality
              ┌─ t.sml:3:47
              │
            3 │ signature U = sig eqtype e end where type e = int -> int
              │                                           -   ^^^^^^^^^^ values of this type cannot be compared
              │                                           │
              │                                           `e` is an `eqtype`

        "#]],
    );
}
