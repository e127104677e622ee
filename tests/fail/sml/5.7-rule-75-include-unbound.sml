(* Rule 75, section 5.7: an unbound signature is included. *)
signature S = sig include NOWHERE end (* ERROR NOWHERE *)
