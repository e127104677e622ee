(* Section 2.2, E.1: a constant beyond 64 bits is no int. *)
val a = 9223372036854775808 (* ERROR int *)
