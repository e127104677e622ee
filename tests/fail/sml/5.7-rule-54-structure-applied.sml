(* Rule 54, section 5.7: a structure is no functor. *)
structure A = struct end
structure B = A (struct end) (* ERROR A *)
