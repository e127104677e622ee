(* Section 5.6: a datatype specified as a type has no constructors outside. *)
structure A : sig type t end = struct datatype t = T of int end
val a = A.T 1 (* ERROR T *)
