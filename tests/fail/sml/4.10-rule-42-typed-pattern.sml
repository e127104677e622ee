(* Rule 42, section 4.10: a pattern with a type that it cannot have. *)
fun f (x :: xs : int) = x (* ERROR int *)
