(* Rule 4, section 4.10: a local datatype must not be in the type of the let. *)
val a = let datatype t = T of int in T 3 end (* ERROR t *)
