(* Basis: sums of the numbers on each line of standard input. *)
fun numbers l = List.mapPartial Int.fromString (String.tokens Char.isSpace l)
fun go total =
  case TextIO.inputLine TextIO.stdIn of
    NONE => print ("total " ^ Int.toString total ^ "\n")
  | SOME l => let val s = foldl op+ 0 (numbers l) in print (Int.toString s ^ "\n"); go (total + s) end
val () = go 0
