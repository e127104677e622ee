//! The core language.

use super::check;
use expect_test::expect;

#[test]
fn functions_are_polymorphic() {
    check(
        r#"fun id x = x
fun twice f x = f (f x)
fun pair x y = (x, y)
val compose = fn (f, g) => fn x => f (g x)
val pairs = (id 1, id "a")"#,
        expect![[r#"
            val id : 'a -> 'a
            val twice : ('a -> 'a) -> 'a -> 'a
            val pair : 'a -> 'b -> 'a * 'b
            val compose : ('a -> 'b) * ('c -> 'a) -> 'c -> 'b
            val pairs : int * string
        "#]],
    );
}

#[test]
fn recursive_functions() {
    check(
        r#"fun fact 0 = 1 | fact n = n * fact (n - 1)
fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1)
val rec len = fn [] => 0 | _ :: t => 1 + len t"#,
        expect![[r#"
            val fact : int -> int
            val even : int -> bool
            val odd : int -> bool
            val len : 'a list -> int
        "#]],
    );
}

#[test]
fn overloading_follows_the_context() {
    check(
        r#"fun double x = x + x
fun scale x = x * 2.0
val w = 0w1 + 0w2
val b = 0w5 : Word8.word
val big = 12345678901234567890 * (2 : IntInf.int)
val less = #"a" < #"b" andalso "a" < "b"
val later = let fun f x = x + x in f 1.5 end"#,
        expect![[r#"
            val double : int -> int
            val scale : real -> real
            val w : word
            val b : Word8.word
            val big : IntInf.int
            val less : bool
            val later : real
        "#]],
    );
}

#[test]
fn equality_types() {
    check(
        r#"fun member (x, l) = case l of [] => false | y :: t => x = y orelse member (x, t)
fun ne (a, b) = a <> b
datatype 'a tree = Leaf | Node of 'a tree * 'a
val same = Node (Leaf, 1) = Leaf
val refs = ref (fn x => x + 1) = ref (fn x => x)"#,
        expect![[r#"
            val member : ''a * ''a list -> bool
            val ne : ''a * ''a -> bool
            val same : bool
            val refs : bool
        "#]],
    );
}

#[test]
fn explicit_type_variables() {
    check(
        r#"fun 'a id (x : 'a) : 'a = x
fun f (x : 'a) = let fun g (y : 'a) = (x, y) in g end
val 'a nothing : 'a list = []
fun h x = let fun 'b k (y : 'b) = y in (k x, k 1) end"#,
        expect![[r#"
            val id : 'a -> 'a
            val f : 'a -> 'a -> 'a * 'a
            val nothing : 'a list
            val h : 'a -> 'a * int
        "#]],
    );
}

#[test]
fn value_restriction() {
    check(
        r#"val r = ref []
val () = r := [1]
val f = fn x => x
val l = [] @ []"#,
        expect![[r#"
            warning: the type is not determined
              ┌─ t.sml:4:5
              │
            4 │ val l = [] @ []
              │     ^ `l` is 'a list, computed, so of one type only
              │
              = hint: write a type, or make it a function

            val r : int list ref
            val f : 'a -> 'a
            val l : unit list
        "#]],
    );
}

#[test]
fn datatypes() {
    check(
        r#"datatype color = Red | Green
datatype ('a, 'b) either = Left of 'a | Right of 'b
fun swap (Left x) = Right x | swap (Right x) = Left x
datatype 'a rose = Rose of 'a * 'a forest withtype 'a forest = 'a rose list
fun size (Rose (_, f)) = sum f and sum [] = 1 | sum (h :: t) = size h + sum t
datatype copy = datatype color
val c = if Red = Green then Red else Green"#,
        expect![[r#"
            val swap : ('a, 'b) either -> ('b, 'a) either
            val size : 'a rose -> int
            val sum : 'a rose list -> int
            val c : color
        "#]],
    );
}

#[test]
fn abstype() {
    check(
        r#"abstype counter = C of int with val zero = C 0 fun next (C n) = C (n + 1) fun value (C n) = n end
val n = value (next zero)"#,
        expect![[r#"
            val zero : counter
            val next : counter -> counter
            val value : counter -> int
            val n : int
        "#]],
    );
}

#[test]
fn exceptions() {
    check(
        r#"exception A of int and B
exception C = A
fun f x = (if x then raise A 1 else raise B) handle C n => n | B => 0 | Fail s => size s"#,
        expect![[r#"
            val A : int -> exn
            val B : exn
            val f : bool -> int
        "#]],
    );
}

#[test]
fn records() {
    check(
        r#"val r = {a = 1, b = "x", 2 = true}
val {a, b = c, ...} = r
fun f {x, y} = x + y
val s = #b r
fun h (r as {x, ...} : {x : int, y : string}) = (x, #y r)
val t = #2 (1, "two", 3.0)"#,
        expect![[r#"
            val r : {2: bool, a: int, b: string}
            val a : int
            val c : string
            val f : {x: int, y: int} -> int
            val s : string
            val h : {x: int, y: string} -> int * string
            val t : string
        "#]],
    );
}

#[test]
fn patterns() {
    check(
        r#"fun f (x as (y, _ :: z)) = (x, y, z) | f (x as (y, [])) = (x, y, [])
fun v ((1 | 2), n) = n | v (n, _) = n
val [p, q] = [1, 2]
fun h #"a" = 1 | h _ = 2
fun w (#[a, b]) = a + b | w _ = 0
val SOME nothing = SOME []"#,
        expect![[r#"
            warning: the binding may fail
              ┌─ t.sml:3:5
              │
            3 │ val [p, q] = [1, 2]
              │     ^^^^^^ this does not fit `[]`
              │
              = hint: `Bind` is raised then; `case` can say what is to happen

            warning: the binding may fail
              ┌─ t.sml:6:5
              │
            6 │ val SOME nothing = SOME []
              │     ^^^^^^^^^^^^ this does not fit `NONE`
              │
              = hint: `Bind` is raised then; `case` can say what is to happen

            val f : 'a * 'b list -> ('a * 'b list) * 'a * 'b list
            val v : int * int -> int
            val p : int
            val q : int
            val h : char -> int
            val w : int vector -> int
            val nothing : 'a list
        "#]],
    );
}

#[test]
fn scopes() {
    check(
        r#"local val hidden = 1 in val shown = hidden + 1 end
val x = let val x = "a" in size x end
val x = x + 1
infix 6 <+>
fun a <+> b = a * 10 + b
val y = 1 <+> 2 <+> 3"#,
        expect![[r#"
            val hidden : int
            val shown : int
            val x : int
            val x : int
            val <+> : int * int -> int
            val y : int
        "#]],
    );
}

#[test]
fn constructors_may_be_hidden_in_val_rec() {
    check(
        r#"datatype t = K
val rec K = fn x => x + 1
val n = K 1"#,
        expect![[r#"
            val K : int -> int
            val n : int
        "#]],
    );
}

#[test]
fn expressions() {
    check(
        r#"val a = (print "x"; 1)
val b = while false do ()
val c = case 1 of 0 => "zero" | _ => "many"
val d = if true then #"a" else #"b"
val e = (fn 0 => false | _ => true) 1
;
1 + 1;
val f = it"#,
        expect![[r#"
            val a : int
            val b : unit
            val c : string
            val d : char
            val e : bool
            val it : int
            val f : int
        "#]],
    );
}

#[test]
fn matches_are_examined() {
    check(
        r#"fun f (SOME 1) = 1 | f NONE = 0
val g = fn [] => 0 | _ :: _ => 1 | [x] => 2
fun h x = case x of (true, _) => 1 | (_, false) => 2"#,
        expect![[r#"
            warning: the function is not exhaustive
              ┌─ t.sml:1:5
              │
            1 │ fun f (SOME 1) = 1 | f NONE = 0
              │     ^ `SOME 0` is missed
              │
              = hint: `Match` is raised then

            warning: redundant rule
              ┌─ t.sml:2:36
              │
            2 │ val g = fn [] => 0 | _ :: _ => 1 | [x] => 2
              │                                    ^^^ this is never reached: rules before it take all it fits

            warning: the match is not exhaustive
              ┌─ t.sml:3:16
              │
            3 │ fun h x = case x of (true, _) => 1 | (_, false) => 2
              │                ^ `(false, true)` is missed
              │
              = hint: `Match` is raised then

            val f : int option -> int
            val g : 'a list -> int
            val h : bool * bool -> int
        "#]],
    );
}

#[test]
fn bindings_and_handlers_are_examined() {
    check(
        r#"val SOME n = SOME 1
val k = 1 handle Div => 2 | _ => 3 | Overflow => 4
functor F (X : sig datatype t = A | B end) = struct fun f X.A = 1 end
structure S = F (struct datatype t = A | B end)"#,
        expect![[r#"
            warning: the binding may fail
              ┌─ t.sml:1:5
              │
            1 │ val SOME n = SOME 1
              │     ^^^^^^ this does not fit `NONE`
              │
              = hint: `Bind` is raised then; `case` can say what is to happen

            warning: redundant rule
              ┌─ t.sml:2:38
              │
            2 │ val k = 1 handle Div => 2 | _ => 3 | Overflow => 4
              │                                      ^^^^^^^^ this is never reached: rules before it take all it fits

            warning: the function is not exhaustive
              ┌─ t.sml:3:57
              │
            3 │ functor F (X : sig datatype t = A | B end) = struct fun f X.A = 1 end
              │                                                         ^ `B` is missed
              │
              = hint: `Match` is raised then

            val n : int
            val k : int
            val F.f : X.t -> int
            val S.f : S.t -> int
        "#]],
    );
}
