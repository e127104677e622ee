(* Section 2.9: it is no constructor. *)
datatype t = it | other (* ERROR it *)
