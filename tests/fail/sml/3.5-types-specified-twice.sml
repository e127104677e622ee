(* Section 3.5: a type twice in a signature. *)
signature S = sig
  type t
  eqtype t (* ERROR t *)
end
