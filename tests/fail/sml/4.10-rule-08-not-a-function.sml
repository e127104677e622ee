(* Rule 8, section 4.10: what is applied is no function. *)
val n = 3
val a = n 4 (* ERROR function *)
