(* Section 2.3: bytes above 127 in comments: Ã© â‚¬ ðŸ™‚ (UTF-8), éÿ€Ã (not). *)
(*  þ (* ÿ *) Ã *)
val () = print "fine\n"
