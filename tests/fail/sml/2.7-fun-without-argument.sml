(* Section 2.7: a fun has at least one argument. *)
fun f = 3 (* ERROR *)
