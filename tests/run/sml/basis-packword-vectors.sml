fun say l = print (String.concatWith " " l ^ "\n")
val v = Word8Vector.fromList [0wx80, 0wx01, 0wx02, 0wxff, 0wxfe, 0wx05, 0wx06, 0wx87, 0wx11]
functor Test (structure P : PACK_WORD val name : string) = struct
  fun get f i = LargeWord.toString (f (v, i)) handle Subscript => "Subscript"
  val () = say [name, Int.toString P.bytesPerElem, Bool.toString P.isBigEndian]
  val () = say (map (get P.subVec) [0, 1, 2, 3, 8, 9, ~1, valOf Int.maxInt])
  val () = say (map (get P.subVecX) [0, 1, 2, 3, 8])
end
structure T = Test (structure P = PackWord8Big val name = "8 big")
structure T = Test (structure P = PackWord8Little val name = "8 little")
structure T = Test (structure P = PackWord16Big val name = "16 big")
structure T = Test (structure P = PackWord16Little val name = "16 little")
structure T = Test (structure P = PackWord32Big val name = "32 big")
structure T = Test (structure P = PackWord32Little val name = "32 little")
structure T = Test (structure P = PackWord64Big val name = "64 big")
structure T = Test (structure P = PackWord64Little val name = "64 little")
