(* Section 4.6: 'a and 'b are different types. *)
val f : 'a -> 'b = fn x => x (* ERROR *)
