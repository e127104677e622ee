(* Section 5.5: a datatype lacks a constructor. *)
signature S = sig datatype t = A | B end
structure X : S = struct datatype t = A end (* ERROR B *)
