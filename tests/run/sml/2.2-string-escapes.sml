(* Section 2.2: every escape sequence in strings. *)
fun codes s = (app (fn c => print (Int.toString (ord c) ^ " ")) (explode s); print "\n")
val () = codes "\a\b\t\n\v\f\r"
val () = codes "\^@\^A\^Z\^[\^\\^]\^^\^_"
val () = codes "\000\001\031\065\127\128\255"
val () = codes "\u0000\u0041\u00e9\u00FF"
val () = codes "\"\\"
val () = codes "1\0652"
val () = print "tab\there \"quoted\" back\\slash\n"
val () = print "(* not a comment *) ; val x = \"no\"\n"
val () = print (Int.toString (size "\n\\n\065") ^ "\n")
