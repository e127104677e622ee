(* Section 2.9: a constructor in two datatypes of one declaration. *)
datatype t = A and u = A (* ERROR A *)
