(* Section 2.6: precedences are 0 to 9. *)
infix 10 ++ (* ERROR 9 *)
