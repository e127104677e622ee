//! Every form of declarations, specifications and modules, as a tree.

use super::super::ParseOptions;
use super::{accepted, accepted_with};
use expect_test::expect;

#[test]
fn value_declarations() {
    accepted(
        r#"val x = 1 and y = 2 val rec f = fn x => x and g = (fn y => y) val 'a f = 1 val ('a, 'b) rec f = fn x => x : 'a"#,
        expect![[r#"
            (val [x = 1] [y = 2])
            (val [rec f = (fn [x => x])] [rec g = (fn [y => y])])
            (val 'a [f = 1])
            (val 'a 'b [rec f = (fn [x => (: x 'a)])])
        "#]],
    );
    accepted(
        r#"val rec f = fn x => x and rec g = fn x => x : int -> int val a = 1 and rec f = fn x => x"#,
        expect![[r#"
            (val [rec f = (fn [x => x])] [rec g = (fn [x => (: x (-> int int))])])
            (val [a = 1] [rec f = (fn [x => x])])
        "#]],
    );
}

#[test]
fn functions() {
    accepted(
        r#"fun f x = x fun f 0 = 1 | f n = 2 and g x y z = 3 fun | f x = y fun 'a f (x : 'a) : 'a = x fun ('a, 'b) f x = x"#,
        expect![[r#"
            (fun ([f x = x]))
            (fun ([f 0 = 1] [f n = 2]) ([g x y z = 3]))
            (fun ([f x = y]))
            (fun 'a ([f (: x 'a) : 'a = x]))
            (fun 'a 'b ([f x = x]))
        "#]],
    );
    accepted(
        r#"infix ++ fun x ++ y = 1 fun (x ++ y) z = 2 fun op ++ (x, y) = 3 fun (x :: xs) ++ ys = 4 | [] ++ ys = 5 fun (x ++ y) = 6 fun (a, b) ++ {c} : int = 7"#,
        expect![[r#"
            (Left(0) ++)
            (fun ([++ (tuple x y) = 1]))
            (fun ([++ (tuple x y) z = 2]))
            (fun ([++ (tuple x y) = 3]))
            (fun ([++ (tuple (:: x xs) ys) = 4] [++ (tuple (list) ys) = 5]))
            (fun ([++ (tuple x y) = 6]))
            (fun ([++ (tuple (tuple a b) (record c=c)) : int = 7]))
        "#]],
    );
    accepted(
        r#"fun op f x = 1 fun f (op +) op * = 2"#,
        expect![[r#"
        (fun ([f x = 1]))
        (fun ([f + * = 2]))
    "#]],
    );
}

#[test]
fn datatypes() {
    accepted(
        r#"datatype t = A | B of int | op C of int * int datatype 'a t = A of 'a u and ('a, 'b) u = B withtype 'a w = 'a t and v = int"#,
        expect![[r#"
            (datatype ( t | A | B of int | C of (* int int)))
            (datatype ( 'a t | A of (u 'a)) ( 'a 'b u | B)( withtype ( 'a w = (t 'a)) ( v = int)))
        "#]],
    );
    accepted(
        r#"datatype t = | A | B datatype t = datatype A.B.u infix :+ datatype t = :+ of int * int | op ++ datatype a = datatype b datatype c = D"#,
        expect![[r#"
            (datatype ( t | A | B))
            (replicate t A.B.u)
            (Left(0) :+)
            (datatype ( t | :+ of (* int int) | ++))
            (replicate a b)
            (datatype ( c | D))
        "#]],
    );
    accepted(
        r#"abstype 'a t = A of 'a withtype u = int with val x = A 1 fun f (A x) = x end"#,
        expect![[r#"
            (abstype ( 'a t | A of 'a)( withtype ( u = int))( with (val [x = (A 1)]) (fun ([f (A x) = x]))))
        "#]],
    );
}

#[test]
fn other_declarations() {
    accepted(
        r#"exception A exception B of int and C = D.E and op F exception G = op H"#,
        expect![[r#"
            (exception A)
            (exception B of int C = D.E F)
            (exception G = H)
        "#]],
    );
    accepted(
        r#"local val x = 1 in val y = x end local in end open A B.C D infix 3 a b infixr c nonfix d"#,
        expect![[r#"
            (local ((val [x = 1]))((val [y = x])))
            (local ()())
            (open A B.C D)
            (Left(3) a b)
            (Right(0) c)
            (Nonfix d)
        "#]],
    );
    accepted(
        r#"; val x = 1;; val y = 2; ;"#,
        expect![[r#"
        (val [x = 1])
        (val [y = 2])
    "#]],
    );
}

#[test]
fn top_level_expressions() {
    accepted(
        r#"f 1; val x = 2; case x of 1 => 2; x; let in 3 end"#,
        expect![[r#"
        (exp (f 1))
        (val [x = 2])
        (exp (case x [1 => 2]))
        (exp x)
        (exp (let ()(3)))
    "#]],
    );
    accepted(
        r#"1 + 2"#,
        expect![[r#"
        (exp (+ 1 2))
    "#]],
    );
}

#[test]
fn structures() {
    accepted(
        r#"structure A = struct val x = 1 structure B = struct end end and C : S = A.B and D :> S where type t = int = A"#,
        expect![[r#"
            (structure A = (struct (val [x = 1]) (structure B = (struct))) C : S = A.B D :> (where S(  t = int)) = A)
        "#]],
    );
    accepted(
        r#"structure A = F (X) structure A = F (structure B = C val x = 1) structure A = F () structure A = F (struct end : S) structure A = F (G (H))"#,
        expect![[r#"
            (structure A = (F X))
            (structure A = (F (struct (structure B = C) (val [x = 1]))))
            (structure A = (F (struct)))
            (structure A = (F ((struct) : S)))
            (structure A = (F (G H)))
        "#]],
    );
    accepted(
        r#"structure A = let val x = 1 structure B = C in B :> S : T end structure A = X.Y : S : T"#,
        expect![[r#"
            (structure A = (let (val [x = 1]) (structure B = C))((B :> S) : T))
            (structure A = ((X.Y : S) : T))
        "#]],
    );
    accepted(
        r#"local structure A = B in structure C = D end"#,
        expect![[r#"
        (local ((structure A = B))((structure C = D)))
    "#]],
    );
}

#[test]
fn functors() {
    accepted(
        r#"functor F (X : S) = struct end and G (X : S) : T = X and H (val x : int type t) :> T = struct end"#,
        expect![[r#"
            (functor F (X : S) = (struct) G (X : S) : T = X H( specs (val x : int) (type ( t))) :> T = (struct))
        "#]],
    );
    accepted(
        r#"functor F () = struct end functor F (structure A : S and B : T sharing type A.t = B.t) = A"#,
        expect![[r#"
            (functor F( specs) = (struct))
            (functor F( specs (structure A : S B : T) (sharing-type A.t B.t)) = A)
        "#]],
    );
}

#[test]
fn signatures() {
    accepted(
        r#"signature S = sig end and T = S signature S = sig val x : int and y : int -> int val op + : t val * : u end"#,
        expect![[r#"
            (signature S = (sig) T = S)
            (signature S = (sig (val x : int y : (-> int int)) (val + : t) (val * : u)))
        "#]],
    );
    accepted(
        r#"signature S = sig type t type 'a u and v type w = int and 'a x = 'a list eqtype e and 'a f end"#,
        expect![[r#"
            (signature S = (sig (type ( t)) (type ( 'a u) ( v)) (type ( w = int) ( 'a x = (list 'a))) (eqtype ( e) ( 'a f))))
        "#]],
    );
    accepted(
        r#"signature S = sig datatype t = A | B of int and u = C datatype d = datatype X.t datatype p = P withtype q = p list end"#,
        expect![[r#"
            (signature S = (sig (datatype ( t | A | B of int) ( u | C)) (replicate d X.t) (datatype ( p | P)( withtype ( q = (list p))))))
        "#]],
    );
    accepted(
        r#"signature S = sig exception A and B of int structure C : S and D : sig end include S include T U include sig end where type t = int end"#,
        expect![[r#"
            (signature S = (sig (exception A B of int) (structure C : S D : (sig)) (include S) (include T) (include U) (include (where (sig)(  t = int)))))
        "#]],
    );
    accepted(
        r#"signature S = sig type t; type u; sharing type t = u = A.v sharing A = B.C = D end"#,
        expect![[r#"
            (signature S = (sig (type ( t)) (type ( u)) (sharing-type t u A.v) (sharing A B.C D)))
        "#]],
    );
    accepted(
        r#"signature S = T where type t = int where type 'a A.u = 'a list and type v = int signature X = T where type t = int and Y = T"#,
        expect![[r#"
            (signature S = (where (where (where T(  t = int))(  'a A.u = (list 'a)))(  v = int)))
            (signature X = (where T(  t = int)) Y = T)
        "#]],
    );
    accepted(
        r#"structure A : S where type t = int and type u = bool = B and C = D"#,
        expect![[r#"
        (structure A : (where (where S(  t = int))(  u = bool)) = B C = D)
    "#]],
    );
}

#[test]
fn library_text() {
    accepted_with(
        r#"val _x = _prim "int.add" : int * int -> int val y = f (_prim "p" : t) _overload + : 'a * 'a -> 'a as Int.+ and Real.+
           exception Div = _prim "div" and Fail of string = _prim "fail" datatype 'a list = nil | :: of 'a * 'a list
           datatype bool = true | false fun _f x = x signature S = sig val = : t val _y : u end"#,
        ParseOptions { library: true },
        expect![[r#"
            (val [_x = (prim int.add (-> (* int int) int))])
            (val [y = (f (prim p t))])
            (overload + (-> (* 'a 'a) 'a)( as Int.+ Real.+))
            (exception Div = prim div Fail of string = prim fail)
            (datatype ( 'a list | nil | :: of (* 'a (list 'a))))
            (datatype ( bool | true | false))
            (fun ([_f x = x]))
            (signature S = (sig (val = : t) (val _y : u)))
        "#]],
    );
}

#[test]
fn beginnings_of_files() {
    accepted(
        "\u{FEFF}#!/usr/bin/kont\nval x = 1",
        expect![[r#"
        (val [x = 1])
    "#]],
    );
    accepted("#! /bin/sh", expect![""]);
    accepted("", expect![""]);
    accepted("(* only (* a *) comment \u{e9} *)", expect![""]);
    accepted(
        "val x = 1\r\nval y = \"a\\\r\n  \\b\"\r\n\x0c",
        expect![[r#"
        (val [x = 1])
        (val [y = "ab"])
    "#]],
    );
}
