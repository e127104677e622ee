(* Rule 31, section 4.10: the exception is unbound. *)
exception E = Nowhere (* ERROR Nowhere *)
