fun say l = print (String.concatWith " " l ^ "\n")
fun show v = Word8Vector.foldr (fn (b, l) => Word8.toString b :: l) [] v
functor Test (structure P : PACK_REAL where type real = real) = struct
  val () = say [Int.toString P.bytesPerElem, Bool.toString P.isBigEndian]
  val () = List.app (fn x => say (show (P.toBytes x))) [1.0, ~2.5, 0.1, 0.0, ~0.0, Real.posInf, Real.minPos]
  val () = say (map (fn x => Real.fmt (StringCvt.GEN (SOME 17)) (P.fromBytes (P.toBytes x))) [1.0, ~2.5, 0.1, ~0.0, Real.negInf, Real.maxFinite])
  val () = say [Real.toString (P.fromBytes (Word8Vector.fromList [0w1])) handle Subscript => "Subscript"]
end
structure T = Test (structure P = PackReal64Big)
structure T = Test (structure P = PackReal64Little)
structure T = Test (structure P = PackRealBig)
structure T = Test (structure P = PackRealLittle)
val () = say (show (PackReal32Big.toBytes 1.5) @ show (PackReal32Little.toBytes ~0.1))
val () = say [Real32.toString (PackReal32Little.fromBytes (PackReal32Little.toBytes 3.25))]
