(* Section 2.8: if needs then. *)
val a = if true 1 else 2 (* ERROR then *)
