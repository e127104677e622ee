(* Section 3.5: a constructor twice in a datatype specification. *)
signature S = sig datatype t = A | A of int end (* ERROR A *)
