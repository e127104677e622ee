(* Rule 54, section 5.7: an unbound functor. *)
structure A = Make (struct end) (* ERROR Make *)
