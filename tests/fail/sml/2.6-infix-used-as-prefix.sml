(* Section 2.6: an infix operator needs op to stand alone. *)
val a = foldl + 0 [1, 2] (* ERROR op *)
