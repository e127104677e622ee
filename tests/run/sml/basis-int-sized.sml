(* Int8, Int16, Int32: limits, overflow, text. *)
fun say l = print (String.concatWith " " l ^ "\n")
functor Test (structure I : INTEGER val name : string) = struct
  fun try f = I.toString (f ()) handle Overflow => "Overflow" | Div => "Div"
  val SOME big = I.maxInt
  val SOME small = I.minInt
  val one = I.fromInt 1
  val two = I.fromInt 2
  val () = say [name, Int.toString (valOf I.precision), I.toString big, I.toString small]
  val () = say [try (fn () => I.+ (big, one)), try (fn () => I.- (small, one)), try (fn () => I.* (big, two)),
                try (fn () => I.~ small), try (fn () => I.abs small), try (fn () => I.div (small, I.fromInt ~1)),
                try (fn () => I.quot (small, I.fromInt ~1)), try (fn () => I.div (one, I.fromInt 0))]
  val () = say [try (fn () => I.+ (big, small)), try (fn () => I.mod (small, I.fromInt 3)), try (fn () => I.rem (small, I.fromInt 3)),
                try (fn () => I.div (I.fromInt ~7, two)), try (fn () => I.quot (I.fromInt ~7, two))]
  val () = say (map (fn r => I.fmt r small) [StringCvt.BIN, StringCvt.OCT, StringCvt.DEC, StringCvt.HEX])
  fun read s = (case I.fromString s of SOME n => I.toString n | NONE => "-") handle Overflow => "Overflow"
  val () = say (map read ["12", "~12", "127", "128", "~128", "~129", "32767", "32768", "2147483647", "2147483648", "x"])
  val () = say [IntInf.toString (I.toLarge small), Int.toString (I.toInt big), try (fn () => I.fromLarge (IntInf.pow (2, 40))),
                try (fn () => I.fromInt 100), Int.toString (I.sign small), Bool.toString (I.sameSign (small, big)),
                I.toString (I.min (one, two)), I.toString (I.max (one, two)), Bool.toString (I.< (small, big)),
                Bool.toString (I.compare (one, two) = LESS), Bool.toString (I.>= (one, two))]
end
structure T8 = Test (structure I = Int8 val name = "Int8")
structure T16 = Test (structure I = Int16 val name = "Int16")
structure T32 = Test (structure I = Int32 val name = "Int32")
