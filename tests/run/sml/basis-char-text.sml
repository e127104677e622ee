(* Escape sequences of Standard ML and of C, out and in. *)
fun say l = print (String.concatWith " " l ^ "\n")
val all = List.tabulate (256, chr)
val () = say (map Char.toString all)
val () = say (map Char.toCString all)
val () = say [Bool.toString (List.all (fn c => Char.fromString (Char.toString c) = SOME c) all),
              Bool.toString (List.all (fn c => Char.fromCString (Char.toCString c) = SOME c) all)]
fun show (SOME c) = Int.toString (ord c) | show NONE = "-"
val () = say (map (show o Char.fromString) ["a", "abc", "", "\\n", "\\t\\n", "\\", "\\q", "\\^A", "\\^@", "\\^_", "\\^a", "\\^", "\\065", "\\255", "\\256", "\\06", "\\6x", "\\u0041", "\\u0100", "\\u00", "\\ \\x", "\\ \n\t\\\\n", "\\ x", "\\  \\", "\n", "\200", "\"", "\\\"", "'", "?"])
val () = say (map (show o Char.fromCString) ["a", "", "\\n", "\\a\\", "\\?", "\\'", "\\\"", "\\\\", "\\0", "\\12", "\\101", "\\1011", "\\377", "\\x41", "\\x041", "\\xff", "\\xg", "\\x", "\\q", "\n"])
fun scan s =
  case Char.scan Substring.getc (Substring.full s) of
    SOME (c, rest) => Int.toString (ord c) ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map scan ["xyz", "\\nrest", "\\065rest", "\\   \\abc", "\\^Zq"])
