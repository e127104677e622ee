(* Section 2.9: a label twice in a record. *)
val a = {x = 1, y = 2, x = 3} (* ERROR x *)
