(* Rule 8, section 4.10: curried arguments given to a function of a pair. *)
fun add (a, b) = a + b
val a = add 1 2 (* ERROR int * int *)
