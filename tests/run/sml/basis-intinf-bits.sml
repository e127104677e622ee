fun say l = print (String.concatWith " " l ^ "\n")
val big = IntInf.toString
val numbers : IntInf.int list = [0, 1, ~1, 5, ~6, 18446744073709551615, ~18446744073709551616, 340282366920938463463374607431768211455]
val () = List.app (fn x => List.app (fn y => say (map big [IntInf.andb (x, y), IntInf.orb (x, y), IntInf.xorb (x, y)])) numbers) numbers
val () = List.app (fn x => say (map big [IntInf.notb x, IntInf.<< (x, 0w3), IntInf.~>> (x, 0w3), IntInf.<< (x, 0w100), IntInf.~>> (x, 0w100)])) numbers
val () = say (map (fn x => big (IntInf.~>> (IntInf.<< (x, 0w77), 0w77))) numbers)
