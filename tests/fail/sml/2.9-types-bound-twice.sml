(* Section 2.9: a type twice in one declaration. *)
type t = int and t = bool (* ERROR t *)
