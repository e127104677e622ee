(* Section 2.9: true cannot be bound again. *)
fun true x = x (* ERROR true *)
