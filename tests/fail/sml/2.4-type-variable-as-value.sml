(* Section 2.4: 'a is a type variable, not a value. *)
val x = 'a (* ERROR *)
