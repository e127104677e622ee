(* Escape sequences. *)
fun say l = print (String.concatWith "|" l ^ "\n")
val all = implode (List.tabulate (256, chr))
val () = say [String.toString all]
val () = say [String.toCString all]
val () = say (map Bool.toString [String.fromString (String.toString all) = SOME all, String.fromCString (String.toCString all) = SOME all])
fun show (SOME s) = "[" ^ String.toString s ^ "]" | show NONE = "-"
val () = say (map (show o String.fromString) ["", "abc", "a\\nb", "\\q", "a\\qb", "a\^D", "\^D", "a\\ \\\\q", "\\ \\", "\\ \\\^D", "\\ a", "\\065\\066x", "a\\300", "\\u0041b", "\\^", "tab\\there", "\\   \n  \\gap", "end\\", "quote\"d"])
val () = say (map (show o String.fromCString) ["", "abc", "a\\nb", "\\q", "a\\qb", "\\101\\x41g", "\\x", "a\\400b", "\\'\\?\\\"", "\\0", "\\^A"])
fun scan s =
  case String.scan Substring.getc (Substring.full s) of
    SOME (t, rest) => String.toString t ^ "[" ^ String.toString (Substring.string rest) ^ "]"
  | NONE => "-"
val () = say (map scan ["abc", "ab\ncd", "a\\q", "\\", "", "a\\ \\b\\z"])
