(* Rule 64, section 5.7: an eqtype is fixed to a type without equality. *)
signature S = sig eqtype t end
signature T = S where type t = int -> int (* ERROR t *)
