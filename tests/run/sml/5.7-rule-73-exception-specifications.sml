(* Rules 73 and 83, section 5.7: exceptions in signatures can be raised and matched. *)
signature S = sig exception A exception B of int and C of string * int val f : int -> int end
structure X : S = struct
  exception A exception B of int exception C of string * int
  fun f 0 = raise A | f 1 = raise B 10 | f 2 = raise C ("c", 20) | f n = n
end
fun g n = Int.toString (X.f n) handle X.A => "A" | X.B n => "B" ^ Int.toString n | X.C (s, n) => s ^ Int.toString n
val () = app (fn n => print (g n ^ " ")) [0, 1, 2, 3]
val () = print "\n"
structure Y :> S = X
val () = print ((Y.f 1; "no") handle X.B _ => "the same exception\n")
functor F (exception E of int) = struct fun throw n = raise E n end
structure Z = F (exception E = X.B)
val () = (Z.throw 5) handle X.B n => print (Int.toString n ^ "\n")
