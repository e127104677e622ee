(* Section 2.8: fun takes =. *)
fun f x => x + 1 (* ERROR = *)
