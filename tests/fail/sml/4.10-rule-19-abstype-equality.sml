(* Rule 19, section 4.10: an abstype admits no equality outside. *)
abstype t = T of int with val make = T end
val a = make 1 = make 1 (* ERROR equality *)
