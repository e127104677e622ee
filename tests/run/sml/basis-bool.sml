fun say l = print (String.concatWith " " l ^ "\n")
val () = say (map Bool.toString [true, false, not true, Bool.not false])
fun show (SOME b) = Bool.toString b | show NONE = "-"
val () = say (map (show o Bool.fromString) ["true", "false", "TRUE", "False", "  true", "\tfalse!", "truefalse", "tru", "yes", "", "f", "tRuE", " t rue", "1"])
fun scan s =
  case Bool.scan Substring.getc (Substring.full s) of
    SOME (b, rest) => Bool.toString b ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map scan ["true", "falsely", " \n truest", "fals", "x"])
