(* Section 2.9: a constructor twice in a datatype. *)
datatype t = A | B of int | A (* ERROR A *)
