(* Section 5.5: the structure lacks a datatype of the signature. *)
signature S = sig datatype t = A | B end
structure A : S = struct end (* ERROR t *)
