(* Rule 8, section 4.10: a pair is wanted, a triple is given. *)
fun add (a, b) = a + b
val a = add (1, 2, 3) (* ERROR *)
