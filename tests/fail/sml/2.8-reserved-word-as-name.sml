(* Section 2.1, 2.8: a reserved word is no name. *)
val end = 1 (* ERROR end *)
