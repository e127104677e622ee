(* Section 2.8: if needs else. *)
val a = if true then 1
val b = 2 (* ERROR else *)
