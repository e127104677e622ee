(* Rule 63, section 5.7: an unbound signature. *)
structure A : NOWHERE = struct end (* ERROR NOWHERE *)
