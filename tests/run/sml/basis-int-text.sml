(* Formatting and scanning in every radix. *)
open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
val numbers = [0, 1, ~1, 9, 10, 255, ~255, 123456789, ~987654321]
val () = List.app (fn r => say (map (Int.fmt r) numbers)) [BIN, OCT, DEC, HEX]
val () = say (map Int.toString numbers)
fun show (SOME n) = Int.toString n | show NONE = "-"
val () = say (map (show o Int.fromString)
  ["12", "  34x", "~5", "-6", "+7", "~ 8", "", "  ", "abc", "~", "-", "+", "0x10", "00012", "1_000", "\t\n\v\f\r9", "3.7", "~0"])
fun scan r s =
  case Int.scan r Substring.getc (Substring.full s) of
    SOME (n, rest) => Int.toString n ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map (scan HEX) ["ff", "0xFf", "0X1g", "0x", "0xg", "~0xA", "x12", " -1F ", "0", "0x0"])
val () = say (map (scan BIN) ["1012", "2", "-11", "0b1"])
val () = say (map (scan OCT) ["7778", "8", "+17"])
val () = say (map (scan DEC) ["19f", "0x1", "~12~", "99 bottles"])
fun try f = f () handle Overflow => "Overflow"
val () = say [try (fn () => show (Int.fromString "99999999999999999999999")),
              try (fn () => show (Int.fromString "~99999999999999999999999")),
              try (fn () => scan HEX "fffffffffffffffffffffff")]
val () = say (map (fn i => Bool.toString (Int.fromString (Int.toString i) = SOME i))
  [valOf Int.maxInt, valOf Int.minInt])
