(* Section 2.8: handle needs a match. *)
val a = 1 handle
val b = 2 (* ERROR *)
