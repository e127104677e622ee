(* Section 2.8: the file ends in the middle of a declaration. *)
val a = 1
(* ERROR *) val b = 