(* Section 4.7: an array of nothing yet has one type. *)
val a = Array.array (3, NONE)
val () = Array.update (a, 0, SOME 1)
val () = Array.update (a, 1, SOME true) (* ERROR bool *)
