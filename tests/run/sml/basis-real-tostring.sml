(* GEN is Real.toString's: at most 12 digits. *)
fun say l = print (String.concatWith " " l ^ "\n")
val () = say (map Real.toString [0.0, ~0.0, 1.0, ~1.5, 100.0, 123456.0, 1E9, 1E11, 1E12, 123456789012.0, 1234567890123.0, 1E20, ~1.5E20, 0.1, 0.01, 0.001, 0.0001, 0.00012345, 1.0 / 3.0, 2.0 / 3.0, 1E100, 999999999999.5, 0.1 + 0.2, 1E300 * 1E10, ~1E300 * 1E10])
val () = say (map Real.toString [0.00001, ~1.25E~7, 1E~100])
val () = say (map (Real.fmt (StringCvt.GEN (SOME 3))) [0.0, 1.0, 1234.5, 999.5, 0.00012345, 12.0])
val () = say (map (Real.fmt (StringCvt.GEN (SOME 17))) [0.1, 1.0, 123456789.125])
val () = say (map (Real.fmt StringCvt.EXACT) [0.0, ~0.0, 1.0, 0.1, ~123.456, 1E22, 1.5E~7, 5E~324, 1.7976931348623157E308, Real.posInf, Real.negInf])
val () = say [Bool.toString (Real.toString (Real.posInf - Real.posInf) = "nan")]
