(* Section 2.2: word constants, decimal 0w and hexadecimal 0wx. *)
fun p w = print (Word.toString w ^ " ")
val () = (p 0w0; p 0w10; p 0w255; p 0wx0; p 0wxff; p 0wxFF; p 0wxdead; p 0w0010; print "\n")
val () = print (Int.toString (Word.toInt (0w3 + 0wx10)) ^ "\n")
fun kind 0w0 = "zero" | kind 0wx10 = "sixteen" | kind 0w17 = "seventeen" | kind _ = "other"
val () = app (fn w => print (kind w ^ ";")) [0w0, 0w16, 0wx11, 0w18]
val () = print "\n"
val b : Word8.word = 0wxff
val () = print (Word8.toString b ^ "\n")
