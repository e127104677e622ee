(* Section 2.9: a function twice in one declaration. *)
fun f x = x
and f y = y (* ERROR f *)
