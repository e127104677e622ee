//! Messages about mistakes with types as a whole.

use super::check;
use expect_test::expect;

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
        r#"fun g SOME x = x"#,
        expect![[r#"
        error: constructor without its argument
          ┌─ t.sml:1:7
          │
        1 │ fun g SOME x = x
          │       ^^^^ `SOME` carries a value
          │
          = hint: with what it carries it is written `(SOME x)`

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

            val a : _
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
fn records_that_are_not_known() {
    check(
        r#"fun name r = #name r
fun age {age, ...} = age"#,
        expect![[r#"
            error: record whose fields are not all known
              ┌─ t.sml:1:14
              │
            1 │ fun name r = #name r
              │              ^^^^^ nothing here says what other fields there are
              │
              = hint: write the type of the record, as in `(r : {a: int, b: int})`

            error: record whose fields are not all known
              ┌─ t.sml:2:9
              │
            2 │ fun age {age, ...} = age
              │         ^^^^^^^^^^ nothing here says what other fields there are
              │
              = hint: write the type of the record, as in `(r : {a: int, b: int})`

            val name : {name: 'a} -> 'a
            val age : {age: 'a} -> 'a
        "#]],
    );
}

#[test]
fn a_case_in_parentheses_took_no_rule_by_mistake() {
    check(
        r#"fun f (x, y) = case x of 0 => (case y of 0 => 1 | _ => 2 | n => 3) | _ => 4"#,
        expect![[r#"
            warning: redundant rule
              ┌─ t.sml:1:60
              │
            1 │ fun f (x, y) = case x of 0 => (case y of 0 => 1 | _ => 2 | n => 3) | _ => 4
              │                                                            ^ this is never reached: rules before it take all it fits

            val f : int * int -> int
        "#]],
    );
}

#[test]
fn hints_where_we_are_sure_only() {
    check(
        r#"val r = ref 0
val a = r <> 1
val b = foldr (fn (x, s) => x ^ s) 0 ["a"]
fun id (x : 'a) : 'b = x"#,
        expect![[r#"
            error: operand of the wrong type
              ┌─ t.sml:2:14
              │
            2 │ val a = r <> 1
              │         - -- ^ this is int
              │         │ │
              │         │ so `<>` wants int ref on its right
              │         this is int ref
              │
              = hint: the contents of a ref are taken with `!`

            error: argument of the wrong type
              ┌─ t.sml:3:36
              │
            3 │ val b = foldr (fn (x, s) => x ^ s) 0 ["a"]
              │         -------------------------- ^ this is int
              │         │
              │         this function takes string
              │
              = hint: make a string of an int with `Int.toString`

            error: expression of another type than is written
              ┌─ t.sml:4:24
              │
            4 │ fun id (x : 'a) : 'b = x
              │                   --   ^ this is 'a
              │                   │
              │                   but 'b is written here
              │
              = hint: `'a` and `'b` stand for types that may differ: write one for both

            val r : int ref
            val a : bool
            val b : _
            val id : 'a -> 'b
        "#]],
    );
}
