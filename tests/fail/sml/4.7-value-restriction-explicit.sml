(* Section 4.7: a type variable is demanded for an expression that is not generalised. *)
val f : 'a list -> 'a list = map (fn x => x) (* ERROR 'a *)
