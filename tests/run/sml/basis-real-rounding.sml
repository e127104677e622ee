fun say l = print (String.concatWith " " l ^ "\n")
fun try f = f () handle Overflow => "Overflow" | Domain => "Domain"
val nan = Real.posInf - Real.posInf
val numbers = [0.0, 0.5, 1.5, 2.5, ~0.5, ~1.5, ~2.5, 2.4, 2.6, ~2.4, ~2.6, 1E9]
val () = List.app (fn f => say (map (Int.toString o f) numbers)) [floor, ceil, trunc, round, Real.toInt IEEEReal.TO_NEAREST, Real.toInt IEEEReal.TO_NEGINF, Real.toInt IEEEReal.TO_POSINF, Real.toInt IEEEReal.TO_ZERO]
val () = List.app (fn f => say (map (Real.toString o f) numbers)) [Real.realFloor, Real.realCeil, Real.realTrunc, Real.realRound]
val () = List.app (fn m => say (map (IntInf.toString o Real.toLargeInt m) (1E25 :: ~1E25 :: numbers))) [IEEEReal.TO_NEAREST, IEEEReal.TO_NEGINF, IEEEReal.TO_POSINF, IEEEReal.TO_ZERO]
val () = say [try (fn () => Int.toString (floor Real.posInf)), try (fn () => Int.toString (round nan)), try (fn () => IntInf.toString (Real.toLargeInt IEEEReal.TO_ZERO Real.negInf)), try (fn () => IntInf.toString (Real.toLargeInt IEEEReal.TO_ZERO nan)), try (fn () => Int.toString (trunc 1E300))]
val () = say [Real.toString (real 12345), Real.toString (Real.fromInt ~7), Real.fmt StringCvt.EXACT (Real.fromLargeInt (IntInf.pow (10, 30))), Real.toString (Real.fromLargeInt (IntInf.pow (10, 400))), Real.toString (Real.toLarge 1.5), Real.toString (Real.fromLarge IEEEReal.TO_ZERO 2.5)]
val () = say [Real.fmt (StringCvt.FIX (SOME 0)) (Real.fromLargeInt 9007199254740993), Real.fmt (StringCvt.FIX (SOME 0)) (Real.fromLargeInt 9007199254740995)]
