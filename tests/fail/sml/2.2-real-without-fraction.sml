(* Section 2.2: digits must follow the point of a real. *)
val r = 1. + 2.0 (* ERROR *)
