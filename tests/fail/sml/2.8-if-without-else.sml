(* Section 2.8: if needs else. *)
val a = if true then 1 (* ERROR else *)
val b = 2
