(* Section 2.8: fn takes =>. *)
val f = fn x = x + 1 (* ERROR => *)
