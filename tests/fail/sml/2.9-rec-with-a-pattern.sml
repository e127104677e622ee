(* Section 2.9, rule 26: val rec binds functions, not the components of a pattern. *)
val rec (f, g) = (fn x => x, fn y => y) (* ERROR *)
