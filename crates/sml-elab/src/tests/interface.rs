//! What texts bind, as text.

use crate::{Compilation, Length, draw};
use diag::{Severity, Sources};
use expect_test::{Expect, expect};

/// The items of a text, after others that it sees.
pub(super) fn items_after(before: &[&str], text: &str, length: Length) -> String {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    for text in before {
        let source = sources.add("before.sml", *text);
        compilation.add(source, text.as_bytes());
    }
    let source = sources.add("t.sml", text);
    let mark = compilation.mark();
    let messages = compilation.add(source, text.as_bytes());
    let errors = messages.iter().filter(|message| message.severity == Severity::Error);
    let errors: String = errors.map(|error| diag::draw(&sources, error, false)).collect();
    let taken = compilation.take(mark);
    let items = compilation.items(&taken, 0..taken.len(), length);
    compilation.bind(&taken, 0..taken.len());
    assert_eq!(
        draw(&items),
        draw(&compilation.items(&taken, 0..taken.len(), length)),
        "in force or not"
    );
    errors + &draw(&items)
}

pub(super) fn shows(text: &str, expect: Expect) {
    expect.assert_eq(&items_after(&[], text, Length::Whole));
}

#[test]
fn values_and_types() {
    shows(
        r#"val x = 1
fun map f [] = [] | map f (x :: xs) = f x :: map f xs
fun member (x, ys) = List.exists (fn y => x = y) ys
datatype ('k, 'v) tree = Leaf | Node of ('k, 'v) tree * 'k * 'v * ('k, 'v) tree
type 'a pair = 'a * 'a
type point = {x : int, y : int}
type n = int
exception Empty
exception Bad of string * int
fun swap {a, b} = {a = b, b = a}
infix 5 ++
fun a ++ b = a + b + 0.0
val x = "x""#,
        expect![[r#"
            val map : ('a -> 'b) -> 'a list -> 'b list
            val member : ''a * ''a list -> bool
            datatype ('a, 'b) tree
              = Leaf
              | Node of ('a, 'b) tree * 'a * 'b * ('a, 'b) tree
            type 'a pair = 'a * 'a
            type point = {x: int, y: int}
            type n = int
            exception Empty
            exception Bad of string * int
            val swap : {a: 'a, b: 'b} -> {a: 'b, b: 'a}
            infix 5 ++
            val ++ : real * real -> real
            val x : string
        "#]],
    );
}

#[test]
fn datatypes_and_replications() {
    shows(
        r#"datatype t = A | B of int
datatype 'a u = C of t * 'a | op + of {r: real, + : int}
datatype v = datatype t
structure M = struct datatype ('x, ''y) w = W of 'x * ''y * ('x, ''y) w list end
datatype r = datatype M.w
datatype b = datatype bool
datatype odd = One of even | Next of even and even = Zero of odd | Last
datatype 'a f = F of 'a g withtype 'a g = 'a list * int
val make = M.W
val three = fn (x : ''c, y : 'd, z) => if x = x then (z, y) else (z, y)"#,
        expect![[r#"
            datatype t = A | B of int
            datatype 'a u = C of t * 'a | + of {+ : int, r: real}
            datatype v = A | B of int
            structure M : sig datatype ('a, ''b) w = W of 'a * ''b * ('a, ''b) w list end
            datatype ('a, ''b) r = W of 'a * ''b * ('a, ''b) M.w list
            datatype b = false | true
            datatype odd = One of even | Next of even
            and even = Zero of odd | Last
            datatype 'a f = F of 'a list * int
            type 'a g = 'a list * int
            val make : 'a * ''b * ('a, ''b) M.w list -> ('a, ''b) M.w
            val three : ''a * 'b * 'c -> 'c * 'b
        "#]],
    );
}

#[test]
fn names_that_are_hidden() {
    shows(
        r#"datatype t = A
val old = A
val n = 1
datatype t = B
val new = B
local
  datatype secret = S
  structure H :> sig type t val x : t end = struct type t = int val x = 1 end
in
  val s = S
  val h = H.x
  structure Shown = H
  type known = secret
  val after = S
end
val n = "n"
structure N = struct type int = bool val f = fn (x : int, 1) => x | (x, _) => not x end
abstype a = Abs of int with val abs = Abs 1 datatype inner = datatype a fun get (Abs n) = n end"#,
        expect![[r#"
            val old : ?.t
            datatype t = B
            val new : t
            val s : ?.secret
            val h : Shown.t
            structure Shown :
              sig
                type t
                val x : t
              end
            eqtype known
            val after : known
            val n : string
            structure N :
              sig
                type int = bool
                val f : bool * ?.int -> bool
              end
            type a
            val abs : a
            datatype inner = Abs of int
            val get : a -> int
        "#]],
    );
}

#[test]
fn open_and_local() {
    shows(
        r#"structure A = struct type t = int datatype d = D of t exception E val z = 1 val a = D z structure In = struct val y = 0 end end
open A
local infix 4 &&& in infixr 5 $$ nonfix o fun a $$ b = a : int list fun f x = x $$ x end
exception Also = A.E
exception Plain and Carries of int -> int"#,
        expect![[r#"
            structure A :
              sig
                type t = int
                datatype d = D of int
                exception E
                val z : int
                val a : d
                structure In : sig val y : int end
              end
            type t = int
            datatype d = D of int
            exception E
            val z : int
            val a : d
            structure In : sig val y : int end
            infixr 5 $$
            nonfix o
            val $$ : int list * 'a -> int list
            val f : int list -> int list
            exception Also
            exception Plain
            exception Carries of int -> int
        "#]],
    );
}

#[test]
fn what_inference_leaves() {
    shows(
        r#"val r = ref []
val () = r := [1]
val plus = fn (a, b) => a + b
val pick = fn {a, ...} : {a : 'x, b : int} => a
val c = #"c" and w = 0w1 and x = 1.0
fun eq a b = a = b
fun swap (a, b) = (b, a)
val rec loop = fn x => loop x
val id : 'elem -> 'elem = fn x => x
val u = ()
val k = Cont.callcc"#,
        expect![[r#"
            val r : int list ref
            val plus : int * int -> int
            val pick : {a: 'a, b: int} -> 'a
            val c : char
            val w : word
            val x : real
            val eq : ''a -> ''a -> bool
            val swap : 'a * 'b -> 'b * 'a
            val loop : 'a -> 'b
            val id : 'a -> 'a
            val u : unit
            val k : ('a Cont.cont -> 'a) -> 'a
        "#]],
    );
}

#[test]
fn what_earlier_texts_bound() {
    let before = [
        "datatype t = A structure S :> sig type u val u : u end = struct type u = int val u = 1 end val x = A",
    ];
    expect![[r#"
        val y : ?.t * T.u
        structure T :
          sig
            type u
            val u : u
          end
        structure S : sig val v : T.u end
        datatype t = B of t
        val z : ?.t
    "#]].assert_eq(&items_after(
        &before,
        "val y = (x, S.u) structure T = S structure S = struct val v = S.u end datatype t = B of t val z = x",
        Length::Whole,
    ));
}

#[test]
fn long_types() {
    let wide = "datatype color = Red | Orange | Yellow | Green | Blue | Indigo | Violet of color * color | Black
val t = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
fun p x = (x, x, x, x) fun q x = p (p (p x))";
    expect![[r#"
        datatype color
          = Red
          | Orange
          | Yellow
          | Green
          | Blue
          | Indigo
          | Violet of color * color
          | Black
        val t : int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int * int
        val p : 'a -> 'a * 'a * 'a * 'a
        val q : 'a -> (('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a)) * (('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a)) * (('a * 'a * 'a * 'a) * ('a * 'a * 'a * 'a) * ('a * 'a * 'a * ...))
    "#]].assert_eq(&items_after(&[], wide, Length::Cut));
    assert!(!items_after(&[], wide, Length::Whole).contains("..."));
}

/// Runs a test that may need more stack than a thread of the tests has.
fn deep(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(test).expect("a thread");
    thread.join().expect("the test ends well");
}

#[test]
fn nested_structures() {
    deep(|| {
        let depth = 1000;
        let begin: String =
            (0..depth).map(|i| format!("structure S{i} = struct datatype t{i} = T ")).collect();
        let text = begin + "val x = T" + &" end".repeat(depth);
        let shown = items_after(&[], &text, Length::Whole);
        assert!(shown.contains("val x : t999"), "the innermost value");
        assert!(shown.len() < 1_000_000, "{}", shown.len());
    });
}

#[test]
fn many_bindings() {
    let values: String =
        (0..10_000).map(|i| format!("val x{i} = A {i} fun f{i} (A n) = n\n")).collect();
    let text = format!("structure Big = struct datatype t = A of int\n{values}end\nopen Big");
    let start = std::time::Instant::now();
    let shown = items_after(&[], &text, Length::Whole);
    assert!(
        shown.contains("    val f9999 : t -> int\n") && shown.ends_with("val f9999 : t -> int\n")
    );
    // A second is plenty; time that grows with the square of the length would be a minute.
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
