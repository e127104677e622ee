(* Section 2.9: a variable twice in a pattern. *)
fun same (x, x) = true (* ERROR x *)
