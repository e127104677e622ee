(* Rule 64, section 5.7: the signature has no such type. *)
signature S = sig type t end
signature T = S where type u = int (* ERROR u *)
