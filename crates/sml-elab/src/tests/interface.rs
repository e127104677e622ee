//! What texts bind, as text.

use crate::{Compilation, Length, draw};
use diag::{Severity, Sources};
use expect_test::{Expect, expect};

/// The items of a text, after others that it sees.
fn items_after(before: &[&str], text: &str, length: Length) -> String {
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
    compilation.bind(&taken);
    assert_eq!(
        draw(&items),
        draw(&compilation.items(&taken, 0..taken.len(), length)),
        "in force or not"
    );
    errors + &draw(&items)
}

fn shows(text: &str, expect: Expect) {
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
fn structures() {
    shows(
        r#"structure Empty = struct end
structure One = struct val x = 1 end
structure A = struct
  datatype t = T of u | V and u = U of t
  type s = t list
  val first = T (U V)
  exception E of s
  structure B = struct type w = t val rest = [first] datatype t = Inner of w val it = Inner first end
end
structure Z = A.B
val outer = A.B.rest"#,
        expect![[r#"
            structure Empty : sig end
            structure One : sig val x : int end
            structure A :
              sig
                datatype t = T of u | V
                and u = U of t
                type s = t list
                val first : t
                exception E of t list
                structure B :
                  sig
                    type w = t
                    val rest : w list
                    datatype t = Inner of w
                    val it : t
                  end
              end
            structure Z :
              sig
                type w = A.t
                val rest : A.t list
                datatype t = Inner of A.t
                val it : t
              end
            val outer : A.t list
        "#]],
    );
}

#[test]
fn signatures_and_functors() {
    shows(
        r#"signature S = sig type t eqtype e datatype d = D of t | E val x : t * e -> d structure C : sig type u = t list val y : u end end
functor F (X : S) = struct type r = X.t list val f = X.x datatype own = Own of X.d end
functor G (type t val x : t) : sig type u val y : u end = struct type u = t val y = x end
functor H () = struct val n = 1 end
functor I (X : sig type t end) = X"#,
        expect![[r#"
            signature S =
              sig
                type t
                eqtype e
                datatype d = D of t | E
                val x : t * e -> d
                structure C :
                  sig
                    type u = t list
                    val y : t list
                  end
              end
            functor F
              (X :
                sig
                  type t
                  eqtype e
                  datatype d = D of t | E
                  val x : t * e -> d
                  structure C :
                    sig
                      type u = t list
                      val y : t list
                    end
                end) :
              sig
                type r = X.t list
                val f : X.t * X.e -> X.d
                datatype own = Own of X.d
              end
            functor G
              (type t
               val x : t) :
              sig
                type u = t
                val y : t
              end
            functor H () : sig val n : int end
            functor I (X : sig type t end) : sig type t = X.t end
        "#]],
    );
}
