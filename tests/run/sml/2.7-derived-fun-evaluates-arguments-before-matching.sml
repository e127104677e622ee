(* Section 2.7: a curried fun matches when all arguments are there: partial application never raises Match. *)
fun f 0 1 = "zero one" | f 2 3 = "two three"
val g = f 99
val () = print "partial application is fine\n"
val () = print (g 1 handle Match => "Match\n")
val () = print (f 2 3 ^ "\n")
val () = print (f 2 1 handle Match => "Match again\n")
