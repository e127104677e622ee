(* Section 5.5: a constructor has another argument. *)
signature S = sig datatype t = A of int end
structure X : S = struct datatype t = A of string end (* ERROR A *)
