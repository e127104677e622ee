(* Section 2.9: a type abbreviation without parameters holds no type variables. *)
type t = 'a list (* ERROR 'a *)
