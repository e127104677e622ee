(* Rule 43, section 4.10: only a variable stands before as. *)
fun f (NONE as x) = x (* ERROR *)
  | f y = y
