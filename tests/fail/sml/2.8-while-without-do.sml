(* Section 2.8: while needs do. *)
val a = while true ()
val b = 2 (* ERROR do *)
