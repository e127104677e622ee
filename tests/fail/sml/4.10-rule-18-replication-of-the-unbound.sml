(* Rule 18, section 4.10: the type to replicate is unbound. *)
datatype t = datatype nowhere (* ERROR nowhere *)
