//! The module language.

use super::check;
use expect_test::expect;

#[test]
fn structures() {
    check(
        r#"structure A = struct val x = 1 structure B = struct type t = int list fun f (l : t) = x :: l end end
open A
val y = B.f [x]
structure C = A.B
val z : C.t = C.f y"#,
        expect![[r#"
            val A.x : int
            val A.B.f : int list -> int list
            val y : int list
            val z : int list
        "#]],
    );
}

#[test]
fn transparent_signatures_show_types() {
    check(
        r#"signature S = sig type t val x : t val id : int -> int end
structure A : S = struct type t = int val x = 3 fun id x = x val hidden = 1 end
val n = A.x + A.id 1"#,
        expect![[r#"
            val A.x : int
            val A.id : 'a -> 'a
            val A.hidden : int
            val n : int
        "#]],
    );
}

#[test]
fn opaque_signatures_hide_types() {
    check(
        r#"structure A :> sig type t eqtype e val x : t val e : e val get : t -> int end = struct type t = int type e = string val x = 1 val e = "" fun get n = n end
val a = A.get A.x
val b = A.e = A.e
val c = [A.x]"#,
        expect![[r#"
            val A.x : int
            val A.e : string
            val A.get : 'a -> 'a
            val a : int
            val b : bool
            val c : A.t list
        "#]],
    );
}

#[test]
fn opaque_datatypes() {
    check(
        r#"structure A :> sig datatype 'a t = No | Yes of 'a val f : 'a t -> int end = struct datatype 'a t = No | Yes of 'a fun f No = 0 | f (Yes _) = 1 end
val a = case A.Yes 1 of A.No => 0 | A.Yes n => n
val b = A.f (A.Yes "x")
structure B = A
val c = B.f A.No"#,
        expect![[r#"
            val A.f : 'a A.t -> int
            val a : int
            val b : int
            val c : int
        "#]],
    );
}

#[test]
fn constructors_as_values() {
    check(
        r#"structure A : sig type t val C : int -> t exception E of int end = struct datatype t = C of int exception E of int end
val a = A.C 1
val b = (raise A.E 1) handle A.E n => n"#,
        expect![[r#"
            val A.E : int -> exn
            val a : A.t
            val b : int
        "#]],
    );
}

#[test]
fn where_type_and_sharing() {
    check(
        r#"signature ORD = sig type t val le : t * t -> bool end
signature PAIR = sig structure A : ORD structure B : ORD sharing type A.t = B.t val swap : A.t * B.t -> B.t * A.t end
structure I : ORD where type t = int = struct type t = int val le = Int.<= end
structure P : PAIR = struct structure A = I and B = I fun swap (a, b) = (b, a) end
val p = P.swap (1, 2)
signature TWO = sig structure A : ORD structure B : ORD sharing A = B end where type A.t = int
structure T : TWO = struct structure A = I structure B = I end"#,
        expect![[r#"
            val I.le : int * int -> bool
            val P.swap : 'a * 'b -> 'b * 'a
            val p : int * int
        "#]],
    );
}

/// A type of the signature around that only a constructor mentions.
#[test]
fn constructors_of_a_nested_signature() {
    check(
        r#"signature TYPE = sig type t val int : t end
signature IR = sig
  structure Type : TYPE
  structure Statement : sig datatype t = T of {ty : Type.t, size : int} end
end
signature ARG = sig structure Ir : IR structure Type : TYPE sharing Type = Ir.Type end
functor Size (S : ARG) = struct
  val one = S.Ir.Statement.T {ty = S.Type.int, size = 1}
  fun size (S.Ir.Statement.T {size, ...}) = size
end
structure Type = struct type t = int val int = 1 end
structure Ir = struct
  structure Type = Type
  structure Statement = struct datatype t = T of {ty : int, size : int} end
end
structure S = Size (structure Ir = Ir structure Type = Type)"#,
        expect![[r#"
            val Size.one : S.Ir.Statement.t
            val Size.size : S.Ir.Statement.t -> int
            val Type.int : int
            val S.one : Ir.Statement.t
            val S.size : Ir.Statement.t -> int
        "#]],
    );
}

#[test]
fn include_and_datatype_specifications() {
    check(
        r#"signature A = sig type 'a t val x : int t end
signature B = sig include A datatype d = D of int t | E exception X of d end
structure S : B = struct type 'a t = 'a list val x = [1] datatype d = D of int list | E exception X of d end
fun f (S.D l) = l | f S.E = S.x"#,
        expect![[r#"
            val S.x : int list
            val S.X : S.d -> exn
            val f : S.d -> int list
        "#]],
    );
}

#[test]
fn functors() {
    check(
        r#"signature ORD = sig type t val compare : t * t -> order end
functor Max (X : ORD) = struct fun max (a, b) = case X.compare (a, b) of LESS => b | _ => a end
structure I = Max (struct type t = int val compare = Int.compare end)
val m = I.max (1, 2)
functor Both (structure A : ORD structure B : ORD) = struct type t = A.t * B.t fun compare ((a, b), (c, d)) = case A.compare (a, c) of EQUAL => B.compare (b, d) | other => other end
structure IntOrd = struct type t = int val compare = Int.compare end
structure II = Both (structure A = IntOrd structure B = IntOrd)
val o' = II.compare ((1, 2), (3, 4))"#,
        expect![[r#"
            val Max.max : X.t * X.t -> X.t
            val I.compare : int * int -> order
            val I.max : int * int -> int
            val m : int
            val Both.compare : (t * t) * (t * t) -> order
            val IntOrd.compare : int * int -> order
            val II.compare : (int * int) * (int * int) -> order
            val o' : order
        "#]],
    );
}

#[test]
fn functors_are_generative() {
    check(
        r#"functor F () = struct datatype t = T exception E end
structure A = F () and B = F ()
val x = (A.T, B.T)"#,
        expect![[r#"
            val F.E : exn
            val A.E : exn
            val B.E : exn
            val x : A.t * B.t
        "#]],
    );
}

#[test]
fn functor_bodies_see_their_own_scope() {
    check(
        r#"val base = 10
functor Add (val n : int) = struct val sum = base + n end
val base = "shadowed"
structure A = Add (val n = 1)
val s = A.sum"#,
        expect![[r#"
            val base : int
            val Add.sum : int
            val base : string
            val A.n : int
            val A.sum : int
            val s : int
        "#]],
    );
}

#[test]
fn polymorphic_types_in_parameters() {
    check(
        r#"functor Lift (M : sig type 'a m val ret : 'a -> 'a m val bind : 'a m -> ('a -> 'b m) -> 'b m end) = struct fun map f m = M.bind m (fn x => M.ret (f x)) end
structure L = Lift (struct type 'a m = 'a option fun ret x = SOME x fun bind (SOME x) f = f x | bind NONE _ = NONE end)
val x = L.map (fn n => n + 1) (SOME 1)"#,
        expect![[r#"
            val Lift.map : ('a -> 'b) -> 'a M.m -> 'b M.m
            val L.ret : 'a -> 'a option
            val L.bind : 'a option -> ('a -> 'b option) -> 'b option
            val L.map : ('a -> 'b) -> 'a option -> 'b option
            val x : int option
        "#]],
    );
}

#[test]
fn equality_of_datatypes() {
    check(
        r#"functor F (eqtype t) = struct datatype d = D of t fun same (a : d, b) = a = b end
signature S = sig type t datatype d = D of t val x : t end
structure A : S where type t = int = struct type t = int datatype d = D of t val x = 1 end
val b = A.D 1 = A.D A.x"#,
        expect![[r#"
            val F.same : F.d * F.d -> bool
            val A.x : int
            val b : bool
        "#]],
    );
}

#[test]
fn let_and_local_in_structures() {
    check(
        r#"structure A = let val x = 1 in struct val y = x + 1 end end
local structure H = struct val z = 3 end in structure B = struct val w = H.z + A.y end end
val v = B.w"#,
        expect![[r#"
            val A.x : int
            val A.y : int
            val H.z : int
            val B.w : int
            val v : int
        "#]],
    );
}
