(* Section 3.5: a type variable twice in a specification. *)
signature S = sig type ('a, 'a) t end (* ERROR 'a *)
