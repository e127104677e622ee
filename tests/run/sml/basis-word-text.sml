open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
val words = [0w0, 0w1, 0w10, 0wxff, 0wxdeadbeef]
val () = List.app (fn r => say (map (Word.fmt r) words)) [BIN, OCT, DEC, HEX]
val () = say (map Word.toString words)
fun show (SOME w) = Word.toString w | show NONE = "-"
val () = say (map (show o Word.fromString) ["ff", "FF", "0xff", "0Xff", "0wxff", "0wXff", "12g", " 7", "", "g", "~1", "-1", "0wff", "0x", "0wx", "0wxg", "0w"])
fun scan r s =
  case Word.scan r Substring.getc (Substring.full s) of
    SOME (w, rest) => Word.toString w ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map (scan DEC) ["123x", "0w15", "0w", "0wx1", "0x1", "+5", "9"])
val () = say (map (scan BIN) ["1012", "0w11", "2", "0w2"])
val () = say (map (scan OCT) ["778", "0w17", "8"])
val () = say [show (Word.fromString "fffffffffffffffffffffffff") handle Overflow => "Overflow"]
val () = say [scan DEC "99999999999999999999999999999" handle Overflow => "Overflow"]
