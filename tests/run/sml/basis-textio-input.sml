(* Basis, structure TextIO: reading lines from standard input, writing to standard output. *)
fun lines n =
  case TextIO.inputLine TextIO.stdIn of
    NONE => n
  | SOME l => (TextIO.output (TextIO.stdOut, Int.toString (n + 1) ^ ": " ^ l); lines (n + 1))
val n = lines 0
val () = TextIO.print (Int.toString n ^ " lines\n")
val () = TextIO.output1 (TextIO.stdOut, #"!")
val () = TextIO.output (TextIO.stdOut, "\n")
val () = TextIO.flushOut TextIO.stdOut
