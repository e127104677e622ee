open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
val numbers : IntInf.int list = [0, ~1, 255, ~255, 18446744073709551616, ~123456789012345678901234567890]
val () = List.app (fn r => say (map (IntInf.fmt r) numbers)) [BIN, OCT, DEC, HEX]
fun show (SOME n) = IntInf.toString n | show NONE = "-"
val () = say (map (show o IntInf.fromString) ["123456789012345678901234567890xyz", "  ~77777777777777777777777", "-5", "+6", "", "~", "x", "0012"])
fun scan r s =
  case IntInf.scan r Substring.getc (Substring.full s) of
    SOME (n, rest) => IntInf.toString n ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map (scan HEX) ["0xffffffffffffffffffffffff", "0xg", "~0X10000000000000000", "g", " 1f "])
val () = say (map (scan BIN) ["11111111111111111111111111111111111111111111111111111111111111111111111111111112", "0b1"])
val () = say (map (scan OCT) ["7777777777777777777777777777778", "9"])
val () = say (map (fn n => Bool.toString (IntInf.fromString (IntInf.toString n) = SOME n)) (IntInf.pow (7, 1000) :: numbers))
