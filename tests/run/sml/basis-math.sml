fun say l = print (String.concatWith " " l ^ "\n")
val real' = Real.fmt (StringCvt.FIX (SOME 9))
open Math
val () = say (map real' [pi, e, sqrt 2.0, sin 1.0, cos 1.0, tan 1.0, asin 0.5, acos 0.5, atan 0.5, atan2 (1.0, ~1.0), exp 1.5, pow (2.0, 0.5), ln 10.0, log10 2.0, sinh 1.0, cosh 1.0, tanh 1.0])
val () = say (map real' [sin pi, cos pi, atan2 (0.0, ~1.0), atan2 (~0.0, ~1.0), atan2 (0.0, 0.0), atan2 (1.0, 0.0), exp 0.0, ln 1.0, log10 1000.0, pow (2.0, 10.0), pow (~2.0, 3.0), pow (9.0, ~0.5)])
val () = say (map (fn x => Bool.toString (Real.isNan x)) [sqrt ~1.0, ln ~1.0, asin 2.0, acos ~2.0, pow (~8.0, 1.0 / 3.0), log10 ~1.0])
val () = say (map Real.toString [ln 0.0, exp 1000.0, exp ~1000.0, tanh 1000.0, tanh ~1000.0, sqrt Real.posInf, Math.atan Real.posInf])
