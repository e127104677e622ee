fun say l = print (String.concatWith " " l ^ "\n")
functor Test (structure P : PACK_WORD) = struct
  val a = Word8Array.array (10, 0wxaa)
  fun put (i, w) = P.update (a, i, w) handle Subscript => print "Subscript "
  fun get f i = LargeWord.toString (f (a, i)) handle Subscript => "Subscript"
  val () = List.app put [(0, 0wx1234567890abcdef), (1, 0wxfedcba9876543210), (10, 0w1), (~1, 0w1), (valOf Int.minInt, 0w1)]
  val () = say (Word8Array.foldr (fn (b, l) => Word8.toString b :: l) [] a)
  val () = say (map (get P.subArr) [0, 1, 2, 10])
  val () = say (map (get P.subArrX) [0, 1, 2, ~1])
end
structure T = Test (structure P = PackWord8Big)
structure T = Test (structure P = PackWord16Big)
structure T = Test (structure P = PackWord16Little)
structure T = Test (structure P = PackWord32Big)
structure T = Test (structure P = PackWord32Little)
structure T = Test (structure P = PackWord64Big)
structure T = Test (structure P = PackWord64Little)
