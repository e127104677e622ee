(* Rule 8, section 4.10: a tuple given to a curried function. *)
fun add a b : int = a + b
val a = add (1, 2) (* ERROR int * int *)
