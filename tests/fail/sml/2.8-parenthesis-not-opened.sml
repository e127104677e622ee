(* Section 2.8: a parenthesis is closed that was not opened. *)
val a = 1 + 2) (* ERROR *)
