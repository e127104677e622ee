fun say l = print (String.concatWith " " l ^ "\n")
open Real32
val show = fmt StringCvt.EXACT
val nan = posInf - posInf
fun class' x = case class x of IEEEReal.NAN => "NAN" | IEEEReal.INF => "INF" | IEEEReal.ZERO => "ZERO" | IEEEReal.NORMAL => "NORMAL" | IEEEReal.SUBNORMAL => "SUBNORMAL"
val () = say (map class' [nan, posInf, 0.0, 1.0, minPos, minNormalPos, maxFinite])
fun man x = let val {man, exp} = toManExp x in show man ^ "," ^ Int.toString exp end
val () = say (map man [1.0, ~3.0, minPos, maxFinite, 0.0])
val () = say (map (fn (m, e) => show (fromManExp {man = m, exp = e})) [(0.5, 1), (1.0, ~149), (1.0, ~150), (1.5, ~150), (1.0, 127), (1.0, 128)])
val () = say (map (show o nextAfter) [(1.0, 2.0), (1.0, 0.0), (0.0, 1.0), (0.0, ~1.0), (minPos, 0.0), (maxFinite, posInf), (1.0, 1.0), (~1.0, 0.0)])
fun split' x = let val {whole, frac} = split x in show whole ^ "," ^ show frac end
val () = say (map split' [1.25, ~1.25, 3.0, posInf])
val () = say (map Int.toString [floor 2.5, ceil 2.5, trunc ~2.5, round 2.5, round 3.5, sign ~1.0, toInt IEEEReal.TO_POSINF 2.1])
val () = say (map Bool.toString [1.0 < (2.0 : real), nan < nan, == (0.0, ~0.0), != (nan, nan), ?= (nan, 1.0), unordered (nan, 1.0), isNan nan, isFinite nan, isNormal minPos, signBit ~0.0, sameSign (1.0, ~1.0)])
val () = say (map show [realFloor 2.7, realCeil 2.2, realTrunc ~2.7, realRound 2.5, copySign (1.0, ~2.0), min (1.0, nan), max (1.0, 2.0)])
val () = say [fmt (StringCvt.FIX (SOME 6)) Math.pi, fmt (StringCvt.FIX (SOME 6)) (Math.sqrt 2.0), fmt (StringCvt.FIX (SOME 5)) (Math.pow (2.0, 0.5))]
val () = say [IEEEReal.toString (toDecimal 0.1), case fromDecimal {class = IEEEReal.NORMAL, sign = true, digits = [1, 5], exp = 1} of SOME x => show x | NONE => "-"]
