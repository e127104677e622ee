(* Section 2.8: while needs do. *)
val a = while true () (* ERROR do *)
