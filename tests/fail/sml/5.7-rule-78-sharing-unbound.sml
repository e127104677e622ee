(* Rule 78, section 5.7: sharing of an unbound type. *)
signature S = sig type t sharing type t = u end (* ERROR u *)
