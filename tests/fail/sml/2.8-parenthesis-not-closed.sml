(* Section 2.8: a parenthesis is not closed. *)
val a = (1 + 2
val b = 3 (* ERROR ) *)
