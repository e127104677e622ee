(* Section 2.8: _ is a pattern, not an expression. *)
val a = 1 + _ (* ERROR _ *)
