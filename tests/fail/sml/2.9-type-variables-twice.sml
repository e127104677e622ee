(* Section 2.9: a type variable twice among the parameters of a type. *)
type ('a, 'a) t = 'a list (* ERROR 'a *)
