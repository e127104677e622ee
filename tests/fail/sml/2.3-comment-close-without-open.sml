(* Section 2.3: a comment is closed that was not opened. *)
val a = 1 *) (* ERROR *)
val b = 2
