(* Rule 72, section 5.7: a replication specification of an unbound type. *)
signature S = sig datatype t = datatype nowhere end (* ERROR nowhere *)
