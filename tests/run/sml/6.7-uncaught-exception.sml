(* Section 6.7, 8: an exception that nobody handles ends the program with exit code 1, after what was printed. *)
exception Collapse of int
fun ground n = raise Collapse n
fun storey n = 1 + ground n
val () = print "before\n"
val _ = storey 3
val () = print "never\n"
