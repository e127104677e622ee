fun say l = print (String.concatWith " " l ^ "\n")
val real' = Real.fmt (StringCvt.GEN (SOME 17))
val nan = Real.posInf - Real.posInf
fun man x = let val {man, exp} = Real.toManExp x in real' man ^ "," ^ Int.toString exp end
val () = say (map man [1.0, 0.75, ~3.0, 1E100, 1E~100, Real.minPos, Real.minNormalPos, Real.maxFinite, 0.0, ~0.0])
val () = say (map (fn (m, e) => real' (Real.fromManExp {man = m, exp = e})) [(0.5, 1), (0.75, 10), (1.0, ~1074), (1.0, ~1075), (1.5, ~1075), (1.0, ~1076), (1.0, 1023), (1.0, 1024), (0.5, 1024), (~0.5, 5000), (0.0, 5), (Real.minPos, 1074), (Real.minPos, 2097), (Real.maxFinite, ~2098), (3.0, valOf Int.minInt), (~3.0, valOf Int.maxInt)])
val () = say [real' (Real.fromManExp {man = Real.negInf, exp = 3}), real' (Real.fromManExp {man = nan, exp = 3})]
val () = say (map (fn x => Bool.toString (Real.== (Real.fromManExp (Real.toManExp x), x))) [1.0, ~0.1, 1E308, 5E~324, 0.0])
fun split x = let val {whole, frac} = Real.split x in real' whole ^ "," ^ real' frac end
val () = say (map split [1.25, ~1.25, 0.5, ~0.5, 3.0, ~3.0, 1E20, 0.0, ~0.0, Real.posInf, Real.negInf])
val () = say (map (real' o Real.realMod) [1.25, ~1.25, 7.0])
val () = say (map (real' o Real.nextAfter) [(1.0, 2.0), (1.0, 0.0), (~1.0, 0.0), (~1.0, ~2.0), (0.0, 1.0), (0.0, ~1.0), (~0.0, 1.0), (~0.0, 0.0), (0.0, ~0.0), (1.0, 1.0), (Real.minPos, 0.0), (~ Real.minPos, 1.0), (Real.maxFinite, Real.posInf), (Real.posInf, 0.0), (nan, 1.0), (1.0, nan), (Real.minNormalPos, 0.0)])
