(* Rules 74 and 84, section 5.7: structures in signatures, nested, with and. *)
signature S = sig
  structure A : sig type t val x : t end and B : sig val y : int structure C : sig val z : string end end
  val f : A.t -> int
end
structure X : S = struct
  structure A = struct type t = int list val x = [1, 2] end
  structure B = struct val y = 3 structure C = struct val z = "z" val extra = () end end
  val f = length
end
val () = print (Int.toString (X.f X.A.x + X.B.y) ^ X.B.C.z ^ "\n")
functor F (Y : S) = struct open Y.B open C val r = z ^ Int.toString (y + Y.f Y.A.x) end
structure R = F (X)
val () = print (R.r ^ "\n")
