(* Section 5.6: a constructor specified as a value cannot stand in a pattern. *)
structure A : sig type t val T : int -> t end = struct datatype t = T of int end
fun f (A.T n) = n (* ERROR A.T *)
