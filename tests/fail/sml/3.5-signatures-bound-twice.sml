(* Section 3.5: a signature twice in one declaration. *)
signature S = sig end and S = sig end (* ERROR S *)
