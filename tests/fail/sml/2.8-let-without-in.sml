(* Section 2.8: let needs in. *)
val a = let val x = 1 end (* ERROR in *)
