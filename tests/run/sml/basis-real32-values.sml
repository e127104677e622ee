(* Numbers of 32 bits: limits, rounding, text. *)
fun say l = print (String.concatWith " " l ^ "\n")
open Real32
val show = fmt StringCvt.EXACT
val big = valOf (fromString "16777216")
val one : real = 1.0
val () = say [Int.toString radix, Int.toString precision, show maxFinite, show minPos, show minNormalPos, show posInf, show negInf]
val () = say (map show [one + 0.1, 0.1 * 3.0, one / 3.0, big + 1.0, ~ 2.5, abs ~2.5, rem (7.5, 2.0), *+ (2.0, 3.0, 4.0)])
val () = say (map show [valOf (fromString "0.1"), valOf (fromString "1e39"), valOf (fromString "1e~46"), valOf (fromString "3.4028235677973366e38"), valOf (fromString "3.4028235677973365e38")])
(* Just above the middle of two numbers: rounding twice would go to even, which is down. *)
val () = say [show (valOf (fromString "1.000000059604644775390625")), show (valOf (fromString "1.00000005960464477539062500000000000000000001")), show (valOf (fromString "~1.00000017881393432617187499999999999999999999"))]
val () = say [fmt (StringCvt.FIX (SOME 0)) (fromLargeInt 16777217), fmt (StringCvt.FIX (SOME 0)) (fromLargeInt (IntInf.+ (IntInf.+ (IntInf.pow (2, 60), IntInf.pow (2, 36)), 1))), fmt (StringCvt.FIX (SOME 0)) (fromLargeInt (IntInf.+ (IntInf.pow (2, 60), IntInf.pow (2, 36))))]
val () = say (List.map (fn m => show (fromLarge m 0.1)) [IEEEReal.TO_NEAREST, IEEEReal.TO_NEGINF, IEEEReal.TO_POSINF, IEEEReal.TO_ZERO])
val () = say (List.map (fn m => show (fromLarge m ~0.3)) [IEEEReal.TO_NEAREST, IEEEReal.TO_NEGINF, IEEEReal.TO_POSINF, IEEEReal.TO_ZERO])
val () = say (List.map (fn m => show (fromLarge m 1E300)) [IEEEReal.TO_NEAREST, IEEEReal.TO_NEGINF, IEEEReal.TO_POSINF, IEEEReal.TO_ZERO])
val () = say [Real.toString (toLarge one), toString (valOf (fromString "0.1")), fmt (StringCvt.SCI (SOME 3)) 1234.5]
