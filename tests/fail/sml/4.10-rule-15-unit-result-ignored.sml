(* Rules 15 and 25, section 4.10: val () takes unit only. *)
val () = 1 + 2 (* ERROR unit *)
