//! What texts with modules bind, as text.

use super::interface::shows;
use expect_test::expect;

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

const S: &str = "signature S = sig type t eqtype e datatype d = D of t val x : t val f : t -> e exception X of t end
structure A = struct type t = int * int type e = string datatype d = D of t val x = (1, 2) fun f _ = \"\" exception X of t val hidden = 3 end
";

#[test]
fn ascription() {
    let text = "structure Transparent : S = A
structure Opaque :> S = A
structure Where :> S where type t = int * int = A
val all = (Opaque.x, Transparent.x, Where.x)";
    shows(
        &format!("{S}{text}"),
        expect![[r#"
        signature S =
          sig
            type t
            eqtype e
            datatype d = D of t
            val x : t
            val f : t -> e
            exception X of t
          end
        structure A :
          sig
            type t = int * int
            type e = string
            datatype d = D of int * int
            val x : int * int
            val f : 'a -> string
            exception X of int * int
            val hidden : int
          end
        structure Transparent :
          sig
            type t = int * int
            type e = string
            datatype d = D of int * int
            val x : int * int
            val f : int * int -> string
            exception X of int * int
          end
        structure Opaque :
          sig
            type t
            eqtype e
            datatype d = D of t
            val x : t
            val f : t -> e
            exception X of t
          end
        structure Where :
          sig
            type t = int * int
            eqtype e
            datatype d = D of int * int
            val x : int * int
            val f : int * int -> e
            exception X of int * int
          end
        val all : Opaque.t * (int * int) * (int * int)
    "#]],
    );
}

#[test]
fn structures_with_two_names() {
    let text = "structure Opaque :> S = A
structure Alias = Opaque
structure Twice = struct structure One = Alias structure Two :> S = A val x = (One.x, Two.x) end
local open Opaque in val both = (x, #2 Twice.x) end signature S = sig end structure A = struct end";
    shows(
        &format!("{S}{text}"),
        expect![[r#"
        structure Opaque :
          sig
            type t
            eqtype e
            datatype d = D of t
            val x : t
            val f : t -> e
            exception X of t
          end
        structure Alias :
          sig
            type t = Opaque.t
            type e = Opaque.e
            datatype d = D of t
            val x : t
            val f : t -> e
            exception X of t
          end
        structure Twice :
          sig
            structure One :
              sig
                type t = Opaque.t
                type e = Opaque.e
                datatype d = D of t
                val x : t
                val f : t -> e
                exception X of t
              end
            structure Two :
              sig
                type t
                eqtype e
                datatype d = D of t
                val x : t
                val f : t -> e
                exception X of t
              end
            val x : Opaque.t * Two.t
          end
        val both : Opaque.t * Twice.Two.t
        signature S = sig end
        structure A : sig end
    "#]],
    );
}

#[test]
fn sharing() {
    shows(
        "signature A = sig type t val x : t end
signature S = sig structure X : A structure Y : A sharing type X.t = Y.t structure Z : A where type t = int list type u = Y.t val f : X.t -> u end",
        expect![[r#"
            signature A =
              sig
                type t
                val x : t
              end
            signature S =
              sig
                structure X :
                  sig
                    type t
                    val x : t
                  end
                structure Y :
                  sig
                    type t = X.t
                    val x : t
                  end
                structure Z :
                  sig
                    type t = int list
                    val x : int list
                  end
                type u = X.t
                val f : X.t -> X.t
              end
        "#]],
    );
}

#[test]
fn sharing_in_functors() {
    shows(
        "functor F (structure X : sig type t val x : t end structure Y : sig type t val x : t end where type t = X.t) = struct val pair = (X.x, Y.x) structure Z = X end
functor G (X : sig structure A : sig type t val x : t end structure B : sig type t end sharing A = B end) :> sig type v = X.A.t type w val w : w end = struct type v = X.B.t type w = v val w = X.A.x end",
        expect![[r#"
            functor F
              (structure X :
                 sig
                   type t
                   val x : t
                 end
               structure Y :
                 sig
                   type t = X.t
                   val x : t
                 end) :
              sig
                val pair : X.t * X.t
                structure Z :
                  sig
                    type t = X.t
                    val x : t
                  end
              end
            functor G
              (X :
                sig
                  structure A :
                    sig
                      type t
                      val x : t
                    end
                  structure B : sig type t = A.t end
                end) :
              sig
                type v = X.A.t
                type w
                val w : w
              end
        "#]],
    );
}
