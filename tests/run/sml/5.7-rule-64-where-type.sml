(* Rule 64, section 5.7: where type fixes types, also with parameters, in substructures, several at once. *)
signature S = sig type t type 'a u type v val x : t val y : t u val z : v structure In : sig type w val i : w end end
signature S1 = S where type t = int
signature S2 = S where type t = int where type 'a u = 'a list and type v = string where type In.w = bool
structure A : S2 = struct
  type t = int type 'a u = 'a list type v = string
  val x = 1 val y = [2, 3] val z = "z"
  structure In = struct type w = bool val i = true end
end
structure B :> S2 = A
val () = print (Int.toString (B.x + length B.y + hd B.y) ^ B.z ^ Bool.toString B.In.i ^ "\n")
structure C :> S1 = A
val () = print (Int.toString C.x ^ "\n")
signature EQ = sig eqtype t val a : t val b : t end
structure D :> EQ where type t = string = struct type t = string val a = "a" val b = "b" end
val () = print (D.a ^ D.b ^ Bool.toString (D.a = "a") ^ "\n")
datatype d = P | Q
structure E :> sig type t val p : t end where type t = d = struct type t = d val p = P end
val () = print (case E.p of P => "P\n" | Q => "Q\n")
