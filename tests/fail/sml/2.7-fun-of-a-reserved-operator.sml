(* Section 2.7, 2.9: = cannot be bound again. *)
fun op= (a, b) = true (* ERROR = *)
