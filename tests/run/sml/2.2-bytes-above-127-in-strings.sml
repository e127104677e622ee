(* Section 2.2: bytes above 127 in strings, UTF-8 or not, stand for themselves. *)
val utf8 = "√©‚Ç¨"
val latin1 = "ÈˇÄ"
fun codes s = (app (fn c => print (Int.toString (ord c) ^ " ")) (explode s); print "\n")
val () = codes utf8
val () = codes latin1
val () = print (Int.toString (size utf8) ^ " " ^ Int.toString (size latin1) ^ "\n")
val () = print "caf√© È na√Øve\n"
val () = print (if "È" = "\233" then "equal\n" else "different\n")
