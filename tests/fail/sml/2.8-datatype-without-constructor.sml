(* Section 2.8: a datatype has at least one constructor. *)
datatype t = (* ERROR *)
val a = 1
