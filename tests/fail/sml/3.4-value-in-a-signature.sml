(* Section 3.4: a signature has specifications, not definitions. *)
signature S = sig
  val x = 1 (* ERROR *)
end
