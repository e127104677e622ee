(* Section 2.9: 'b is not among the parameters of the datatype. *)
datatype 'a t = A of 'a | B of 'b (* ERROR 'b *)
