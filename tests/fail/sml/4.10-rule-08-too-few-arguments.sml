(* Rule 8, section 4.10: a partial application where the result is wanted. *)
fun add a b = a + b
val a = 1 + add 2 (* ERROR *)
