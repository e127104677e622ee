(* Section 2.2: \^ is followed by one of the characters @ to _. *)
val s = "\^a" (* ERROR escape *)
