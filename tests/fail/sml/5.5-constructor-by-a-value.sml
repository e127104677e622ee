(* Section 5.5: the constructor was bound again as a value. *)
signature S = sig datatype t = A of int end
structure X : S = struct datatype t = A of int fun A x = x end (* ERROR A *)
