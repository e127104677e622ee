(* Section 3.5: a structure twice in one declaration. *)
structure A = struct end and A = struct end (* ERROR A *)
