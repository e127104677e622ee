(* Section 5.5: a datatype is specified, an abbreviation is given. *)
signature S = sig datatype t = A | B end
structure X : S = struct type t = int val A = 1 val B = 2 end (* ERROR t *)
