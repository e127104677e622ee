(* Section 2.3: the outer comment is not closed; its beginning is told. *)
val a = 1
(* a comment (* nested *) that does not end (* ERROR comment
val b = 2
