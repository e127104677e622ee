//! Messages about common mistakes.

use super::check;
use expect_test::expect;

#[test]
fn mixed_numbers() {
    check(
        r#"val a = 1 + 2.0
val b = 7.0 div 2.0
val c = 1 / 2"#,
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

            val a : int
            val b : int
            val c : real
        "#]],
    );
}

#[test]
fn strings_and_numbers() {
    check(
        r#"val d = "a" + "b"
val e = "n: " ^ 3"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:1:9
              │
            1 │ val d = "a" + "b"
              │         ^^^ - `+` is not defined for string
              │         │
              │         this is string
              │
              = hint: strings are joined with `^`

            error: operand of the wrong type
              ┌─ t.sml:2:17
              │
            2 │ val e = "n: " ^ 3
              │         ----- - ^ this is int
              │         │     │
              │         │     so `^` wants string on its right
              │         this is string
              │
              = hint: make a string of an int with `Int.toString`

            val d : int
            val e : string
        "#]],
    );
}

#[test]
fn tuples_and_curried_arguments() {
    check(
        r#"fun add (a, b) = a + b
val a = add 1 2
fun plus a b = a + b
val b = plus (1, 2)
val c = plus 1 2 3"#,
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

            val add : int * int -> int
            val a : _
            val plus : int -> int -> int
            val b : _
            val c : _
        "#]],
    );
}

#[test]
fn wrong_components() {
    check(
        r#"fun add (a, b) = a + b
val d = add (1, "two")
fun area {width, height} = width * height
val e = area {width = 1}"#,
        expect![[r#"
            error: argument of the wrong type
              ┌─ t.sml:2:17
              │
            2 │ val d = add (1, "two")
              │         ---     ^^^^^ this is string
              │         │
              │         `add` wants int in this place

            error: argument of the wrong type
              ┌─ t.sml:4:14
              │
            4 │ val e = area {width = 1}
              │         ---- ^^^^^^^^^^^ this is {width: int}
              │         │
              │         `area` takes {height: int, width: int}
              │
              = hint: the field `height` is missing

            val add : int * int -> int
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
val d = Lst.map"#,
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

            error: unknown structure
              ┌─ t.sml:4:9
              │
            4 │ val d = Lst.map
              │         ^^^ there is no structure `Lst` here
              │
              = hint: did you mean `List`?

            val a : _
            val b : _
            val c : _
            val d : _
        "#]],
    );
}

#[test]
fn names_of_other_languages() {
    check(
        r#"fun f (Sme x) = x | f NONE = 0
val e = 1 == 2
val fact = fn 0 => 1 | n => n * fact (n - 1)"#,
        expect![[r#"
            error: unknown constructor
              ┌─ t.sml:1:8
              │
            1 │ fun f (Sme x) = x | f NONE = 0
              │        ^^^ there is no constructor `Sme` here
              │
              = hint: did you mean `SOME`?

            error: unknown name
              ┌─ t.sml:2:11
              │
            2 │ val e = 1 == 2
              │           ^^ `==` is not bound here
              │
              = hint: equality is `=`

            error: unknown name
              ┌─ t.sml:3:33
              │
            3 │ val fact = fn 0 => 1 | n => n * fact (n - 1)
              │                                 ^^^^ `fact` is not bound here
              │
              = hint: a recursive function is declared with `fun` or `val rec`

            val f : _ -> int
            val e : _
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
