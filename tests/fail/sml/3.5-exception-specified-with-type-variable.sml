(* Section 3.5, rule 83: an exception specification holds no type variables. *)
signature S = sig exception E of 'a end (* ERROR 'a *)
