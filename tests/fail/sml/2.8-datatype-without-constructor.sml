(* Section 2.8: a datatype has at least one constructor. *)
datatype t =
val a = 1 (* ERROR constructor *)
