(* Section 2.9: a real constant cannot stand in a pattern. *)
fun zero 0.0 = true (* ERROR real *)
  | zero _ = false
