(* Section 2.2, E.1: a constant beyond the largest double. *)
val r = 1E400 (* ERROR real *)
