//! What is said about common mistakes.

use super::check;
use expect_test::expect;

#[test]
fn mixed_numbers() {
    check(
        r#"val a = 1 + 2.0
val b = 7.0 div 2.0
val c = 1 / 2
val d = "a" + "b"
val e = "n: " ^ 3"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:1:13
              │
            1 │ val a = 1 + 2.0
              │         - - ^^^ this is real
              │         │ │
              │         │ so `+` wants int on its right
              │         this is int
              │
              = hint: int and real are never mixed: convert one with `real`, or the other with `round`, `floor`, `ceil` or `trunc`

            error: operand of the wrong type
              ┌─ t.sml:2:9
              │
            2 │ val b = 7.0 div 2.0
              │         ^^^ --- `div` is not defined for real
              │         │
              │         this is real
              │
              = hint: reals are divided with `/`

            error: operand of the wrong type
              ┌─ t.sml:3:9
              │
            3 │ val c = 1 / 2
              │         ^ - `/` is not defined for int
              │         │
              │         this is int
              │
              = hint: integers are divided with `div`

            error: operand of the wrong type
              ┌─ t.sml:4:9
              │
            4 │ val d = "a" + "b"
              │         ^^^ - `+` is not defined for string
              │         │
              │         this is string
              │
              = hint: strings are joined with `^`

            error: operand of the wrong type
              ┌─ t.sml:5:17
              │
            5 │ val e = "n: " ^ 3
              │         ----- - ^ this is int
              │         │     │
              │         │     so `^` wants string on its right
              │         this is string
              │
              = hint: make a string of an int with `Int.toString`

            val a : int
            val b : int
            val c : real
            val d : int
            val e : string
        "#]],
    );
}

#[test]
fn wrong_arguments() {
    check(
        r#"fun add (a, b) = a + b
val a = add 1 2
fun plus a b = a + b
val b = plus (1, 2)
val c = plus 1 2 3
val d = add (1, "two")
fun area {width, height} = width * height
val e = area {width = 1}"#,
        expect![[r#"
            error: argument of the wrong type
              ┌─ t.sml:2:13
              │
            2 │ val a = add 1 2
              │         --- ^ this is int
              │         │
              │         `add` takes int * int
              │
              = hint: `add` takes a tuple: `add (a, b)`

            error: argument of the wrong type
              ┌─ t.sml:4:14
              │
            4 │ val b = plus (1, 2)
              │         ---- ^^^^^^ this is int * int
              │         │
              │         `plus` takes int
              │
              = hint: `plus` takes its arguments one after the other: `plus a b`

            error: this is not a function
              ┌─ t.sml:5:9
              │
            5 │ val c = plus 1 2 3
              │         ^^^^^^^^ - applied to this
              │         │
              │         this is int
              │
              = hint: `plus` takes 2 arguments, but 3 are given

            error: argument of the wrong type
              ┌─ t.sml:6:17
              │
            6 │ val d = add (1, "two")
              │         ---     ^^^^^ this is string
              │         │
              │         `add` wants int in this place

            error: argument of the wrong type
              ┌─ t.sml:8:14
              │
            8 │ val e = area {width = 1}
              │         ---- ^^^^^^^^^^^ this is {width: int}
              │         │
              │         `area` takes {height: int, width: int}
              │
              = hint: the field `height` is missing

            val add : int * int -> int
            val a : _
            val plus : int -> int -> int
            val b : _
            val c : _
            val d : _
            val area : {height: int, width: int} -> int
            val e : _
        "#]],
    );
}

#[test]
fn names_that_are_not_there() {
    check(
        r#"val a = lenght [1]
val b = List.lenght [1]
val c : sting = ""
fun f (Sme x) = x | f NONE = 0
val d = Lst.map
val e = 1 == 2
val fact = fn 0 => 1 | n => n * fact (n - 1)"#,
        expect![[r#"
            error: unknown name
              ┌─ t.sml:1:9
              │
            1 │ val a = lenght [1]
              │         ^^^^^^ `lenght` is not bound here
              │
              = hint: did you mean `length`?

            error: unknown value
              ┌─ t.sml:2:14
              │
            2 │ val b = List.lenght [1]
              │              ^^^^^^ the structure `List` has no value `lenght`
              │
              = hint: did you mean `List.length`?

            error: unknown type
              ┌─ t.sml:3:9
              │
            3 │ val c : sting = ""
              │         ^^^^^ there is no type `sting` here
              │
              = hint: did you mean `string`?

            error: unknown constructor
              ┌─ t.sml:4:8
              │
            4 │ fun f (Sme x) = x | f NONE = 0
              │        ^^^ there is no constructor `Sme` here
              │
              = hint: did you mean `SOME`?

            error: unknown structure
              ┌─ t.sml:5:9
              │
            5 │ val d = Lst.map
              │         ^^^ there is no structure `Lst` here
              │
              = hint: did you mean `List`?

            error: this is not a function
              ┌─ t.sml:6:9
              │
            6 │ val e = 1 == 2
              │         ^ -- applied to this
              │         │
              │         this is int

            error: unknown name
              ┌─ t.sml:6:11
              │
            6 │ val e = 1 == 2
              │           ^^ `==` is not bound here
              │
              = hint: equality is `=`

            error: unknown name
              ┌─ t.sml:7:33
              │
            7 │ val fact = fn 0 => 1 | n => n * fact (n - 1)
              │                                 ^^^^ `fact` is not bound here
              │
              = hint: a recursive function is declared with `fun` or `val rec`

            val a : _
            val b : _
            val c : _
            val f : _ -> int
            val d : _
            val e : unit
            val fact : _ -> _
        "#]],
    );
}

#[test]
fn refs_and_functions() {
    check(
        r#"val r = ref 0
val a = r + 1
val b = 1 + size
fun f () = raise Fail
val c = if r then 1 else 2"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:2:9
              │
            2 │ val a = r + 1
              │         ^ - `+` is not defined for int ref
              │         │
              │         this is int ref
              │
              = hint: the contents of a ref are taken with `!`

            error: operand of the wrong type
              ┌─ t.sml:3:13
              │
            3 │ val b = 1 + size
              │         - - ^^^^ this is string -> int
              │         │ │
              │         │ so `+` wants int on its right
              │         this is int
              │
              = hint: this is a function that is not applied: an argument of type string is missing

            error: raise of what is no exception
              ┌─ t.sml:4:18
              │
            4 │ fun f () = raise Fail
              │                  ^^^^ this is string -> exn
              │
              = hint: this is a function that is not applied: an argument of type string is missing

            error: condition of the wrong type
              ┌─ t.sml:5:12
              │
            5 │ val c = if r then 1 else 2
              │            ^ this is int ref
              │
              = hint: `if` wants a bool

            val r : int ref
            val a : int
            val b : int
            val f : unit -> 'a
            val c : int
        "#]],
    );
}

#[test]
fn equality() {
    check(
        r#"val a = 1.0 = 2.0
val b = (fn x => x) = (fn y => y)
fun same (x : 'a, y : 'a) = x = y"#,
        expect![[r#"
            error: real does not admit equality
              ┌─ t.sml:1:9
              │
            1 │ val a = 1.0 = 2.0
              │         ^^^ - with `=`
              │         │
              │         this cannot be compared
              │
              = hint: compare reals with `Real.==`, or ask whether they are near: `abs (a - b) < 1E~9`

            error: 'a -> 'a does not admit equality
              ┌─ t.sml:2:9
              │
            2 │ val b = (fn x => x) = (fn y => y)
              │         ^^^^^^^^^^^ - with `=`
              │         │
              │         this cannot be compared
              │
              = hint: functions cannot be compared

            error: 'a does not admit equality
              ┌─ t.sml:3:29
              │
            3 │ fun same (x : 'a, y : 'a) = x = y
              │                             ^ - with `=`
              │                             │
              │                             this cannot be compared
              │
              = hint: write `''a` for a type that admits equality

            val a : bool
            val b : bool
            val same : 'a * 'a -> bool
        "#]],
    );
}

#[test]
fn circular() {
    check(
        r#"fun f x = x x
fun wrap l = l :: l"#,
        expect![[r#"
            error: circular type
              ┌─ t.sml:1:11
              │
            1 │ fun f x = x x
              │           ^ this is 'a, and would have to be 'a -> 'b at the same time

            error: circular type
              ┌─ t.sml:2:19
              │
            2 │ fun wrap l = l :: l
              │                   ^ this is 'a, and would have to be 'a list at the same time

            val f : 'a -> 'b
            val wrap : 'a -> 'a list
        "#]],
    );
}

#[test]
fn branches_and_rules() {
    check(
        r#"val a = if true then 1 else "two"
val b = case 1 of 0 => "zero" | n => n
val c = [1, "two"]
fun f 0 = "zero" | f n = n
val d = 1 handle Fail s => s"#,
        expect![[r#"
            error: branches of different types
              ┌─ t.sml:1:29
              │
            1 │ val a = if true then 1 else "two"
              │                      -      ^^^^^ this is string
              │                      │
              │                      but this is int

            error: results of different types
              ┌─ t.sml:2:38
              │
            2 │ val b = case 1 of 0 => "zero" | n => n
              │                        ------        ^ this is int
              │                        │
              │                        but this is string

            error: elements of different types
              ┌─ t.sml:3:13
              │
            3 │ val c = [1, "two"]
              │          -  ^^^^^ this is string
              │          │
              │          the first element is int

            error: results of different types
              ┌─ t.sml:4:26
              │
            4 │ fun f 0 = "zero" | f n = n
              │           ------         ^ this is int
              │           │
              │           but this is string

            error: results of different types
              ┌─ t.sml:5:28
              │
            5 │ val d = 1 handle Fail s => s
              │         -                  ^ this is string
              │         │
              │         what is handled is int

            val a : int
            val b : string
            val c : int list
            val f : int -> string
            val d : int
        "#]],
    );
}

#[test]
fn clauses() {
    check(
        r#"fun f 0 = 1 | f 1 2 = 3
fun g SOME x = x"#,
        expect![[r#"
            error: the clauses of `f` take different numbers of arguments
              ┌─ t.sml:1:17
              │
            1 │ fun f 0 = 1 | f 1 2 = 3
              │       -         ^^^ 2 arguments
              │       │
              │       one argument

            error: constructor without its argument
              ┌─ t.sml:2:7
              │
            2 │ fun g SOME x = x
              │       ^^^^ `SOME` carries a value
              │
              = hint: with what it carries it is written `(SOME x)`

            val f : int -> int
            val g : 'a option -> 'b -> 'b
        "#]],
    );
}

#[test]
fn one_error_does_not_bring_others() {
    check(
        r#"val a = undefined 1
val b = a + 1
val c = a ^ "x"
val r = #name (undefined2 ())
val n = 1 + true"#,
        expect![[r#"
            error: unknown name
              ┌─ t.sml:1:9
              │
            1 │ val a = undefined 1
              │         ^^^^^^^^^ `undefined` is not bound here

            error: unknown name
              ┌─ t.sml:4:16
              │
            4 │ val r = #name (undefined2 ())
              │                ^^^^^^^^^^ `undefined2` is not bound here

            error: operand of the wrong type
              ┌─ t.sml:5:13
              │
            5 │ val n = 1 + true
              │         - - ^^^^ this is bool
              │         │ │
              │         │ so `+` wants int on its right
              │         this is int

            val a : _
            val b : _
            val c : string
            val r : unit
            val n : int
        "#]],
    );
}

#[test]
fn constants_out_of_range() {
    check(
        r#"val a = 9223372036854775808
val b = 0w256 : Word8.word
val c = ~9223372036854775808"#,
        expect![[r#"
            error: constant out of range
              ┌─ t.sml:1:9
              │
            1 │ val a = 9223372036854775808
              │         ^^^^^^^^^^^^^^^^^^^ int has 64 bits
              │
              = hint: `IntInf.int` has no limit

            error: constant out of range
              ┌─ t.sml:2:9
              │
            2 │ val b = 0w256 : Word8.word
              │         ^^^^^ Word8.word has 8 bits

            val a : int
            val b : Word8.word
            val c : int
        "#]],
    );
}

#[test]
fn types_of_one_name() {
    check(
        r#"datatype t = A
val a = A
datatype t = B
val l = [a, B]"#,
        expect![[r#"
            error: elements of different types
              ┌─ t.sml:4:13
              │
            1 │ datatype t = A
              │          - the other `t` is made here
            2 │ val a = A
            3 │ datatype t = B
              │          - one `t` is made here
            4 │ val l = [a, B]
              │          -  ^ this is t
              │          │
              │          the first element is t

            val a : t
            val l : t list
        "#]],
    );
}

#[test]
fn types_that_leave_their_scope() {
    check(
        r#"val a = let datatype t = T in T end
val f : 'a list -> 'a list = map (fn x => x)"#,
        expect![[r#"
            error: type that leaves its scope
              ┌─ t.sml:1:31
              │
            1 │ val a = let datatype t = T in T end
              │                      -        ^ this is t, and `t` is not known outside
              │                      │
              │                      `t` is declared here

            error: `'a` cannot stand for every type here
              ┌─ t.sml:2:30
              │
            2 │ val f : 'a list -> 'a list = map (fn x => x)
              │     -                        ^^^^^^^^^^^^^^^ this is computed, so `f` has one type only
              │     │
              │     `f` is to be polymorphic
              │
              = hint: write a function, `fn x => ...`, or a definite type

            val a : t
            val f : 'a list -> 'a list
        "#]],
    );
}

#[test]
fn undetermined() {
    check(
        r#"val r = ref []"#,
        expect![[r#"
            warning: the type is not determined
              ┌─ t.sml:1:5
              │
            1 │ val r = ref []
              │     ^ `r` is 'a list ref, computed, so of one type only
              │
              = hint: write a type, or make it a function

            val r : unit list ref
        "#]],
    );
}

#[test]
fn signatures_that_are_not_matched() {
    check(
        r#"signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
structure B : S = struct end"#,
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

            error: the structure does not match its signature
              ┌─ t.sml:3:15
              │
            1 │ signature S = sig type t val x : t val f : t -> int datatype d = A | B of int exception E end
              │                        -     -                               - specified here
              │                        │     │
              │                        │     specified here
              │                        specified here
            2 │ structure A : S = struct type t = int val x = "a" datatype d = A exception E of int end
            3 │ structure B : S = struct end
              │               ^ missing: type `t`, type `d`, value `x`, value `f`, exception `E`

            val A.x : string
            val A.E : int -> exn
        "#]],
    );
}

#[test]
fn functor_arguments() {
    check(
        r#"functor F (X : sig type t val show : t -> string end) = struct end
structure A = F (struct type t = int fun show (s : string) = s end)
structure B = F (struct end)
structure C = G (struct end)
functor H (X : sig end) = struct structure I = H (X) end"#,
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

            error: unknown functor
              ┌─ t.sml:4:15
              │
            4 │ structure C = G (struct end)
              │               ^ there is no functor `G` here

            error: unknown functor
              ┌─ t.sml:5:48
              │
            5 │ functor H (X : sig end) = struct structure I = H (X) end
              │                                                ^ there is no functor `H` here
              │
              = hint: a functor cannot apply itself

            val A.show : string -> string
        "#]],
    );
}
