(* Section 2.2: a string is not closed at the end of the file. *)
(* ERROR string *) val s = "no end 