(* Not-a-number keeps its sign, and exponents beyond int count after the point has been moved. *)

fun nan sign = valOf (Real.fromDecimal {class = IEEEReal.NAN, sign = sign, digits = [], exp = 0})
val () = print (Bool.toString (Real.signBit (nan true)) ^ Bool.toString (Real.signBit (nan false)) ^ "\n")
val () = print (Bool.toString (Real.isNan (nan true)) ^ "\n")
val () = print (Bool.toString (Real.signBit (valOf (Real.fromString "~nan"))) ^ "\n")

fun show text =
  print (case IEEEReal.fromString text of
           SOME {class = IEEEReal.ZERO, sign, ...} => if sign then "~zero\n" else "zero\n"
         | SOME {class = IEEEReal.NORMAL, exp, ...} => "normal " ^ Int.toString exp ^ "\n"
         | SOME {class = IEEEReal.INF, sign, ...} => if sign then "~inf\n" else "inf\n"
         | SOME _ => "other\n"
         | NONE => "none\n")
val least = Int.toLarge (valOf Int.minInt)
val most = Int.toLarge (valOf Int.maxInt)
fun power (text, exp) = text ^ "E" ^ LargeInt.toString exp
val () = app show
  [ power ("0", most + 1), power ("1", least - 1), power ("1", least - 2), power ("~1", least - 2),
    power ("0.01", least), power ("0.1", least), power ("1", most - 1), power ("1", most),
    power ("0.01", most + 1), power ("~100", most), power ("7", IntInf.pow (10, 100)),
    power ("7", ~ (IntInf.pow (10, 100))), "1e000000000000000000000000000000000000012", "5e~", "2.5e+3" ]
val () = print (Real.toString (valOf (Real.fromString (power ("1", most)))) ^ "\n")
val () = print (Real.toString (valOf (Real.fromString (power ("1", least - 5)))) ^ "\n")
