open IEEEReal
fun say l = print (String.concatWith " " l ^ "\n")
fun class NAN = "NAN" | class INF = "INF" | class ZERO = "ZERO" | class NORMAL = "NORMAL" | class SUBNORMAL = "SUBNORMAL"
fun show (SOME {class = c, sign, digits, exp}) = class c ^ (if sign then "-" else "+") ^ String.concat (map Int.toString digits) ^ "e" ^ Int.toString exp
  | show NONE = "none"
val () = say (map (show o IEEEReal.fromString) ["1.5", "~12.50", "0.001", "100", "1e5", "1.5E~3", "0", "~0.0", "000", "inf", "~infinity", "nan", "abc", "", ".5", "1.", "00120.0300", "1e99999999999"])
val () = say (map IEEEReal.toString [{class = NORMAL, sign = false, digits = [1, 2], exp = 3}, {class = NORMAL, sign = true, digits = [5], exp = 0}, {class = SUBNORMAL, sign = false, digits = [7], exp = ~320}, {class = ZERO, sign = true, digits = [], exp = 0}, {class = INF, sign = true, digits = [], exp = 0}, {class = NAN, sign = false, digits = [], exp = 0}])
fun scan s =
  case IEEEReal.scan Substring.getc (Substring.full s) of
    SOME (d, rest) => show (SOME d) ^ "[" ^ Substring.string rest ^ "]"
  | NONE => "none"
val () = say (map scan [" 3.14x", "1e", "infinit", "nano", "+2.e"])
