(* Rule 19, section 4.10: the constructors of an abstype are not seen outside. *)
abstype t = T of int with val make = T end
val a = T 3 (* ERROR T *)
