(* Rule 64, section 5.7: the type takes a parameter. *)
signature S = sig type 'a t end
signature T = S where type t = int (* ERROR t *)
