fun say l = print (String.concatWith " " l ^ "\n")
val exact = Real.fmt (StringCvt.GEN (SOME 17))
fun show (SOME x) = exact x | show NONE = "-"
val () = say (map (show o Real.fromString) ["1", "1.5", "~2.5", "-3", "+4.25", "  7.0x", "1e3", "1E~3", "1e-3", "1e+3", "1.5E2.5", ".5", "~.5", "1.", "1.e5", "1e", "1e~", "e5", ".", "", " ", "abc", "~", "1..2", "00.10", "1 2", "inf", "~inf", "-infinity", "INF", "infx", "+Infinite", "in"])
val () = say [Bool.toString (Real.isNan (valOf (Real.fromString "nan"))), Bool.toString (Real.isNan (valOf (Real.fromString "~NaN")))]
val () = say (map (show o Real.fromString) ["9007199254740993", "9007199254740993.0000000000000000000000000001", "0.1", "1e400", "1e~400", "1e99999999999999999999", "~1e~99999999999999999999", "0e99999999999999999999", "2.2250738585072011e-308", "4.9e-324", "2.4e-324", "2.5e-324", "1.7976931348623158e308", "1.7976931348623159e308", "123456789012345678901234567890"])
fun scan s =
  case Real.scan Substring.getc (Substring.full s) of
    SOME (x, rest) => exact x ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "-"
val () = say (map scan ["1.5", " 2.5e3rest", "3.x", "3e", "3e+", "4E5E6", "~.25.", "infinity!", "infinit", "nanny", "- 1", "1e400x", "9007199254740993"])
val () = say (map (fn x => Bool.toString (Real.== (valOf (Real.fromString (Real.fmt StringCvt.EXACT x)), x))) [0.1, 1E~310, 1.0 / 3.0, 1E308, 5E~324])
