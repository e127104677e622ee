(* Section 5.5: a datatype has a constructor too many. *)
signature S = sig datatype t = A end
structure X : S = struct datatype t = A | B end (* ERROR B *)
