(* Scanning from a list of characters. *)
fun getc [] = NONE | getc (c :: rest) = SOME (c, rest)
fun words l =
  case Bool.scan getc l of
    SOME (b, rest) => Bool.toString b :: words rest
  | NONE => [Int.toString (length l)]
val () = print (String.concatWith " " (words (explode "true false\n TRUE FALSE maybe true")) ^ "\n")
datatype bool' = datatype Bool.bool
val x : bool' = Bool.true
val () = print (Bool.toString x ^ "\n")
