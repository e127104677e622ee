(* Section 2.8: local needs end. *)
(* ERROR end *) local val a = 1 in val b = a 