(* Appendix D: list functions of the top level. *)
val l = [3, 1, 2]
fun show l = "[" ^ String.concatWith "," (map Int.toString l) ^ "]"
val () = print (show (rev l) ^ show (l @ [4] @ []) ^ show (map (fn x => x * x) l) ^ Int.toString (length l) ^ Bool.toString (null []) ^ Bool.toString (null l) ^ "\n")
val () = print (Int.toString (foldl op- 0 l) ^ Int.toString (foldr op- 0 l) ^ show (foldl op:: [] l) ^ show (foldr op:: [] l) ^ "\n")
val () = app (fn n => print (Int.toString n)) l
val () = print (Int.toString (hd l) ^ show (tl l) ^ "\n")
val () = print ((show (tl []) handle Empty => "Empty") ^ "\n")
