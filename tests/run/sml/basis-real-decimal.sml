open IEEEReal
fun say l = print (String.concatWith " " l ^ "\n")
fun class NAN = "NAN" | class INF = "INF" | class ZERO = "ZERO" | class NORMAL = "NORMAL" | class SUBNORMAL = "SUBNORMAL"
fun show {class = c, sign, digits, exp} = class c ^ (if sign then "-" else "+") ^ String.concat (map Int.toString digits) ^ "e" ^ Int.toString exp
val () = say (map (show o Real.toDecimal) [1.0, ~0.1, 123.456, 1E22, 0.001, 5E~324, 1.7976931348623157E308, 0.0, ~0.0, Real.posInf, Real.negInf, 1.0 / 3.0])
val () = say (map (IEEEReal.toString o Real.toDecimal) [1.0, ~0.1, 123.456, 1E22, 0.001, 5E~324, 0.0, ~0.0, Real.posInf, Real.negInf, 0.5])
fun back d = case Real.fromDecimal d of SOME x => Real.fmt (StringCvt.GEN (SOME 17)) x | NONE => "-"
val () = say (map (back o Real.toDecimal) [1.0, ~0.1, 123.456, 5E~324, 0.0, ~0.0, Real.posInf, Real.negInf])
val () = say (map back [{class = NORMAL, sign = true, digits = [1, 2, 3], exp = 1}, {class = NORMAL, sign = false, digits = [1, 10], exp = 1}, {class = NORMAL, sign = false, digits = [~1], exp = 1}, {class = NORMAL, sign = false, digits = [], exp = 5}, {class = INF, sign = true, digits = [1], exp = 0}, {class = ZERO, sign = true, digits = [1], exp = 0}, {class = NORMAL, sign = false, digits = [0, 0, 5], exp = 3}, {class = NORMAL, sign = false, digits = [9], exp = 1000000000}, {class = NORMAL, sign = true, digits = [9], exp = ~1000000000}])
