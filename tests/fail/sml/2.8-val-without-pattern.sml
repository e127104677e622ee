(* Section 2.8: val needs a pattern. *)
val = 3 (* ERROR *)
