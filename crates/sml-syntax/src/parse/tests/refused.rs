//! Texts that the Definition forbids, by place. Several errors in a file are
//! all reported, each once.

use super::titles;
use expect_test::expect;

#[test]
fn section_2_9_twice() {
    titles(
        r#"val x = {a = 1, b = 2, a = 3} val {a, a = b} = x type t = {a : int, a : int}"#,
        expect![[r#"
            1:24 the label `a` stands here twice
            1:39 the label `a` stands here twice
            1:69 the label `a` stands here twice
        "#]],
    );
    titles(
        r#"type ('a, 'b, 'a) t = int fun ('a, 'a) f x = x"#,
        expect![[r#"
        1:15 the type variable `'a` stands here twice
        1:36 the type variable `'a` stands here twice
    "#]],
    );
    titles(
        r#"type t = int and t = int datatype t = A and t = B withtype t = int"#,
        expect![[r#"
        1:18 the type `t` stands here twice
        1:45 the type `t` stands here twice
        1:60 the type `t` stands here twice
    "#]],
    );
    titles(
        r#"datatype t = A | B | A and u = B"#,
        expect![[r#"
        1:22 the constructor `A` stands here twice
        1:32 the constructor `B` stands here twice
    "#]],
    );
    titles(
        r#"exception A and B and A"#,
        expect![[r#"
        1:23 the exception `A` stands here twice
    "#]],
    );
    titles(
        r#"fun f x = 1 and g x = 2 and f x = 3"#,
        expect![[r#"
        1:29 the function `f` stands here twice
    "#]],
    );
}

#[test]
fn section_2_9_names() {
    titles(
        r#"datatype t = true | it | ref"#,
        expect![[r#"
        1:14 `true` cannot be bound anew
        1:21 `it` cannot be a constructor
        1:26 `ref` cannot be bound anew
    "#]],
    );
    titles(
        r#"exception nil and it of int"#,
        expect![[r#"
        1:11 `nil` cannot be bound anew
        1:19 `it` cannot be a constructor
    "#]],
    );
    titles(
        r#"fun nil x = 1 fun op :: x = 2"#,
        expect![[r#"
        1:5 `nil` cannot be bound anew
        1:22 `::` cannot be bound anew
    "#]],
    );
    titles(
        r#"val rec ref = fn x => x"#,
        expect![[r#"
        1:9 `ref` cannot be bound anew
    "#]],
    );
    titles(
        r#"val op = = 3 datatype t = ="#,
        expect![[r#"
        1:8 `=` cannot be bound anew
        1:27 `=` cannot be bound anew
    "#]],
    );
}

#[test]
fn section_2_9_rec() {
    titles(
        r#"val rec f = 1 and g = (fn x => x) and h = f val rec (f : int -> int) = fn x => x"#,
        expect![[r#"
            1:13 the right side of `val rec` is not a function
            1:43 the right side of `val rec` is not a function
        "#]],
    );
}

#[test]
fn section_3_5() {
    titles(
        r#"structure A = B and A = C signature S = T and S = U functor F () = A and F () = B"#,
        expect![[r#"
            1:21 the structure `A` stands here twice
            1:47 the signature `S` stands here twice
            1:74 the functor `F` stands here twice
        "#]],
    );
    titles(
        r#"signature S = sig val x : int and x : int type t and t exception A and A structure B : S and B : T datatype t = C | C end"#,
        expect![[r#"
            1:35 the value `x` stands here twice
            1:54 the type `t` stands here twice
            1:72 the exception `A` stands here twice
            1:94 the structure `B` stands here twice
            1:117 the constructor `C` stands here twice
        "#]],
    );
    titles(
        r#"signature S = sig val nil : int datatype t = it exception ref type ('a, 'a) t end"#,
        expect![[r#"
            1:23 `nil` cannot be bound anew
            1:46 `it` cannot be a constructor
            1:59 `ref` cannot be bound anew
            1:73 the type variable `'a` stands here twice
        "#]],
    );
}

#[test]
fn places_of_declarations() {
    titles(
        r#"val x = let signature S = sig end functor F () = A structure B = C in 1 end"#,
        expect![[r#"
            1:13 a signature cannot be declared here
            1:35 a functor cannot be declared here
            1:52 a structure cannot be declared here
        "#]],
    );
    titles(
        r#"local signature S = sig end in end structure A = struct functor F () = B end abstype t = T with structure A = B end"#,
        expect![[r#"
            1:7 a signature cannot be declared here
            1:57 a functor cannot be declared here
            1:97 a structure cannot be declared here
        "#]],
    );
}

#[test]
fn fixity() {
    titles(
        r#"infix 10 a infix 1 infixr ~1 b nonfix 3"#,
        expect![[r#"
        1:7 expected a precedence from 0 to 9, found `10`
        1:20 expected an identifier, found `infixr`
        1:27 expected a precedence from 0 to 9, found `~1`
        1:39 expected an identifier, found `3`
    "#]],
    );
}

#[test]
fn several_errors() {
    titles(
        r#"val = 1
val x = )
fun f (x = 2
val y = let val z = in z end
structure A = struct val = 2 type t = end
val ok = 1
type t ="#,
        expect![[r#"
            1:5 expected a pattern, found `=`
            2:9 expected an expression, found `)`
            3:10 expected `,` or `)`, found `=`
            4:21 expected an expression, found `in`
            5:26 expected a pattern, found `=`
            5:39 expected a type, found `end`
            7:9 expected a type, found the end of the file
        "#]],
    );
    titles(
        r#"structure A = struct
  fun f x = (x
  fun g x = x]
  val h = case x of
  val i = [1, 2
end
val j = ("#,
        expect![[r#"
            3:3 expected `)`, `,` or `;`, found `fun`
            3:14 `]` closes nothing
            5:3 expected a pattern, found `val`
            6:1 expected `,` or `]`, found `end`
            7:10 expected an expression, found the end of the file
        "#]],
    );
    titles(
        r#"val a = f (g [h {i = ) val b = let fun c d = (e val f = ) in g end val h = "#,
        expect![[r#"
            1:22 expected an expression, found `)`
            1:49 expected `)`, `,` or `;`, found `val`
            1:57 expected an expression, found `)`
            1:76 expected an expression, found the end of the file
        "#]],
    );
}

#[test]
fn no_consequences() {
    titles(
        r#"val x = (1 + ; 2) val y = 3"#,
        expect![[r#"
        1:14 expected an expression, found `;`
    "#]],
    );
    titles(
        r#"val x = let val y = ( in (a; b) end val z = 2"#,
        expect![[r#"
        1:23 expected an expression, found `in`
    "#]],
    );
    titles(
        r#"val x = "abc
val y = (2, €)
val z = é + 1"#,
        expect![[r#"
            1:9 a string is not closed
            2:13 a character outside ASCII
            3:9 a character outside ASCII
        "#]],
    );
    titles(
        r#"type t = A | B and u = C val x = 1"#,
        expect![[r#"
        1:12 expected the end of the type, found `|`
    "#]],
    );
    titles(
        r#"val x = f (case y of 1 => ( let val z = 1 in z end val b = 2"#,
        expect![[r#"
        1:52 expected `)`, `,` or `;`, found `val`
    "#]],
    );
    titles(
        r#"val x = {a = 1; b = 2}; val y = 3"#,
        expect![[r#"
        1:15 expected `,` or `}`, found `;`
    "#]],
    );
    titles(
        r#"signature S = sig val x = 1; val y : end structure A = B"#,
        expect![[r#"
        1:25 expected `:`, found `=`
        1:38 expected a type, found `end`
    "#]],
    );
    titles(
        r#"val x = 1 : = 2 fun f x = let in end val y = 3"#,
        expect![[r#"
        1:13 expected a type, found `=`
        1:34 expected an expression, found `end`
    "#]],
    );
}
