(* Rule 78, section 5.7: types with different numbers of parameters cannot be shared. *)
signature S = sig type t type 'a u sharing type t = u end (* ERROR *)
