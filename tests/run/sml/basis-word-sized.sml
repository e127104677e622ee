fun say l = print (String.concatWith " " l ^ "\n")
functor Test (structure W : WORD val name : string) = struct
  val word = W.toString
  val all = W.notb (W.fromInt 0)
  val one = W.fromInt 1
  val () = say [name, Int.toString W.wordSize, word all, W.fmt StringCvt.DEC all, W.fmt StringCvt.OCT all]
  val () = say (map word [W.+ (all, one), W.- (W.fromInt 0, one), W.* (all, all), W.div (all, W.fromInt 7), W.mod (all, W.fromInt 7), W.~ one])
  val () = say (map word [W.andb (all, W.fromInt 0xf0), W.orb (one, W.fromInt 0x10), W.xorb (all, one), W.notb one])
  val () = say (map word [W.<< (one, 0w7), W.<< (all, 0w4), W.>> (all, 0w4), W.~>> (all, 0w4), W.~>> (W.>> (all, 0w1), 0w4)])
  val size = Word.fromInt W.wordSize
  val () = say (map word [W.<< (one, size), W.>> (all, size), W.~>> (all, size), W.<< (one, 0w256), W.>> (all, 0w256), W.~>> (all, 0w256), W.<< (one, size - 0w1)])
  val () = say [Int.toString (W.toInt all), Int.toString (W.toIntX all), IntInf.toString (W.toLargeInt all), IntInf.toString (W.toLargeIntX all)]
  val () = say (map word [W.fromInt ~1, W.fromInt 0x123456789, W.fromLargeInt ~2, W.fromLargeInt (IntInf.pow (2, 100) + 5), W.fromLarge 0wxabcdef123])
  val () = say [LargeWord.toString (W.toLarge all), Bool.toString (W.toLargeX all = LargeWord.notb 0w0), Bool.toString (W.toLargeWord all = W.toLarge all), Bool.toString (W.toLargeWordX one = 0w1), word (W.fromLargeWord 0wx105)]
  val () = say (map Bool.toString [W.< (one, all), W.> (one, all), W.<= (one, one), W.>= (one, all), W.compare (all, one) = GREATER, W.min (one, all) = one, W.max (one, all) = all])
  fun read s = (case W.fromString s of SOME w => word w | NONE => "-") handle Overflow => "Overflow"
  val () = say (map read ["0", "ff", "100", "0wxFFFF", "10000", "0xffffffff", "100000000", "x"])
  val () = say [word (W.div (one, W.fromInt 0)) handle Div => "Div"]
end
structure T8 = Test (structure W = Word8 val name = "Word8")
structure T16 = Test (structure W = Word16 val name = "Word16")
structure T32 = Test (structure W = Word32 val name = "Word32")
