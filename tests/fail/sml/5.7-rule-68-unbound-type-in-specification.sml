(* Rule 68, section 5.7: a specification uses an unbound type. *)
signature S = sig val x : elem end (* ERROR elem *)
