(* Section 6.7, 8: an uncaught Fail shows its message. *)
val () = print "before\n"
val _ = raise Fail "nobody listens"
