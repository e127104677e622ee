(* Section 3.4: a function is specified with val. *)
signature S = sig
  fun f : int -> int (* ERROR fun *)
end
