(* Section 5.5: a component may be more polymorphic than its specification, constructors may be specified as values. *)
signature S = sig
  val id : int -> int
  val none : string list
  val mk : int -> int option
  val pair : 'a -> 'a * 'a
  val e : exn
  val f : int -> exn
end
structure A : S = struct
  fun id x = x
  val none = []
  datatype option = datatype option
  val mk = SOME
  fun pair x = (x, x)
  exception e
  exception f of int
end
val () = print (Int.toString (A.id 3 + length A.none + valOf (A.mk 4) + #1 (A.pair 5)) ^ #2 (A.pair "s") ^ "\n")
val () = (raise A.f 6) handle x => print (exnName x ^ exnName A.e ^ "\n")
structure B : sig val T : int -> int * bool val U : bool list end = struct fun T n = (n, true) val U = [] end
structure C : sig type t val K : t val L : int -> t val get : t -> int end =
  struct datatype t = K | L of int fun get K = 0 | get (L n) = n end
val () = print (Int.toString (C.get C.K + C.get (C.L 7)) ^ "\n")
