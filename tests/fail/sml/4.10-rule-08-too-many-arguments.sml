(* Rule 8, section 4.10: one argument too many. *)
fun add a b = a + b
val a = add 1 2 3 (* ERROR *)
