(* Section 3.5: 'b is not among the parameters of the specified datatype. *)
signature S = sig datatype 'a t = T of 'b end (* ERROR 'b *)
