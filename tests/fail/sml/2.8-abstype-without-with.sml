(* Section 2.8: abstype needs with ... end. *)
abstype t = T of int
val x = 1 (* ERROR *)
