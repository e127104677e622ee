(* Rule 78, section 5.7: types that are fixed cannot be shared. *)
signature S = sig type t = int type u = string sharing type t = u end (* ERROR *)
