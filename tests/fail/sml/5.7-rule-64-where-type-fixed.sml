(* Rule 64, section 5.7: the type is already fixed to another. *)
signature S = sig type t = int end
signature T = S where type t = string (* ERROR t *)
