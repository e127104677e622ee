(* Rule 55, section 5.7: let in structure expressions. *)
structure S = let
    val base = 10
    structure Helper = struct fun add n = n + base end
  in
    struct val x = Helper.add 1 fun f n = Helper.add (Helper.add n) end
  end
val () = print (Int.toString S.x ^ " " ^ Int.toString (S.f 1) ^ "\n")
functor F (X : sig val n : int end) = let val m = X.n * 2 in struct val k = m + 1 end end
structure T = let structure A = struct val n = 4 end in F (A) end
val () = print (Int.toString T.k ^ "\n")
structure U = let in struct val x = 1 end end : sig val x : int end
val () = print (Int.toString U.x ^ "\n")
