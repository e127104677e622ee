(* Section 6.7: an uncaught Match. *)
fun f 1 = 2
val () = print (Int.toString (f 1) ^ "\n")
val _ = f 2
