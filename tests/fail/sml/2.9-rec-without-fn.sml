(* Section 2.9: the right side of val rec is fn. *)
val rec x = 1 + 2 (* ERROR fn *)
