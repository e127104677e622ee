(* Rules 69, 70 and 80, section 5.7: type, eqtype and abbreviations in signatures. *)
signature S = sig
  type t and 'a u and ('a, 'b) v
  eqtype e and 'a f
  type abb = int * t
  type 'a list2 = 'a list list
  val t : t val u : int u val v : (int, t) v val e : e val f : e f
  val abb : abb
  val l : t list2
end
structure A : S = struct
  type t = int -> int type 'a u = 'a list type ('a, 'b) v = 'b * 'a
  type e = int list type 'a f = 'a option
  type abb = int * t
  type 'a list2 = 'a list list
  val t = fn x => x + 1 val u = [1] val v = (t, 2) val e = [3] val f = SOME [4]
  val abb = (5, t)
  val l = [[t]]
end
val () = print (Int.toString (A.t 1 + hd A.u + #2 A.v + hd A.e + #1 A.abb + hd (hd A.l) 6) ^ Bool.toString (A.f = SOME A.e) ^ "\n")
structure B :> S = A
val () = print (Bool.toString (B.e = B.e andalso B.f = B.f) ^ Int.toString (#1 B.abb) ^ "\n")
