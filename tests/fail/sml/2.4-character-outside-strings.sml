(* Section 2.4: a byte above 127 outside strings and comments. *)
val café = 1 (* ERROR *)
