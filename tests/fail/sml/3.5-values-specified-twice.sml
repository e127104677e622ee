(* Section 3.5: a value twice in a signature. *)
signature S = sig
  val x : int
  val x : bool (* ERROR x *)
end
