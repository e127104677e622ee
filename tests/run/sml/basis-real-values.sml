fun say l = print (String.concatWith " " l ^ "\n")
val real' = Real.toString
val () = say [Int.toString Real.radix, Int.toString Real.precision, real' Real.maxFinite, real' Real.minPos, real' Real.minNormalPos, real' Real.posInf, real' Real.negInf]
val nan = Real.posInf - Real.posInf
fun try f = f () handle Overflow => "Overflow" | Domain => "Domain" | Div => "Div" | IEEEReal.Unordered => "Unordered"
val () = say (map real' [1.5 + 2.25, 1.5 - 2.25, 1.5 * 2.0, 1.0 / 3.0, Real.rem (7.5, 2.0), Real.rem (~7.5, 2.0), Real.rem (7.5, ~2.0), Real.*+ (2.0, 3.0, 4.0), Real.*- (2.0, 3.0, 4.0), ~ 2.5, abs ~2.5])
val () = say (map real' [Real.rem (1.0, Real.posInf), Real.rem (Real.posInf, 1.0), Real.rem (1.0, 0.0)])
val () = say (map real' [Real.min (1.0, 2.0), Real.max (1.0, 2.0), Real.min (nan, 2.0), Real.max (1.0, nan), Real.min (nan, nan)])
val () = say (map Int.toString [Real.sign 2.5, Real.sign ~2.5, Real.sign 0.0, Real.sign ~0.0, Real.sign Real.negInf])
val () = say [try (fn () => Int.toString (Real.sign nan))]
val () = say (map Bool.toString [Real.signBit ~1.0, Real.signBit 1.0, Real.signBit ~0.0, Real.sameSign (~0.0, ~1.0), Real.sameSign (0.0, ~0.0)])
val () = say (map real' [Real.copySign (3.0, ~1.0), Real.copySign (~3.0, 0.0), Real.copySign (0.0, ~0.0)])
fun order LESS = "LESS" | order EQUAL = "EQUAL" | order GREATER = "GREATER"
val () = say [order (Real.compare (1.0, 2.0)), order (Real.compare (0.0, ~0.0)), order (Real.compare (Real.posInf, 1.0)), try (fn () => order (Real.compare (nan, 1.0)))]
fun order IEEEReal.LESS = "LESS" | order IEEEReal.EQUAL = "EQUAL" | order IEEEReal.GREATER = "GREATER" | order IEEEReal.UNORDERED = "UNORDERED"
val () = say [order (Real.compareReal (1.0, 2.0)), order (Real.compareReal (1.0, 1.0)), order (Real.compareReal (nan, 1.0)), order (Real.compareReal (3.0, 1.0))]
val () = say (map Bool.toString [1.0 < 2.0, nan < 1.0, nan > 1.0, nan <= nan, nan >= nan, Real.== (nan, nan), Real.!= (nan, nan), Real.?= (nan, 1.0), Real.?= (1.0, 2.0), Real.unordered (1.0, nan), Real.unordered (1.0, 2.0), Real.== (0.0, ~0.0)])
val () = say (map Bool.toString [Real.isFinite 1.0, Real.isFinite Real.posInf, Real.isFinite nan, Real.isNan nan, Real.isNan 1.0, Real.isNormal 1.0, Real.isNormal 0.0, Real.isNormal Real.minPos, Real.isNormal Real.negInf, Real.isNormal Real.minNormalPos])
fun class IEEEReal.NAN = "NAN" | class IEEEReal.INF = "INF" | class IEEEReal.ZERO = "ZERO" | class IEEEReal.NORMAL = "NORMAL" | class IEEEReal.SUBNORMAL = "SUBNORMAL"
val () = say (map (class o Real.class) [nan, Real.posInf, Real.negInf, 0.0, ~0.0, 1.0, ~5E300, Real.minPos, ~1E~310, Real.minNormalPos, Real.maxFinite])
val () = say [try (fn () => real' (Real.checkFloat 1.5)), try (fn () => real' (Real.checkFloat Real.posInf)), try (fn () => real' (Real.checkFloat nan))]
