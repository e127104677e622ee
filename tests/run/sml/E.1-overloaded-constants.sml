(* Appendix E.1: constants take the type that the context demands, else the default. *)
val a : int = 5
val b : IntInf.int = 5
val c : Word8.word = 0w5
val d : word = 0w5
val e : LargeInt.int = 123456789012345678901234567890
fun f (x : IntInf.int) = x * 2
val () = print (Int.toString a ^ IntInf.toString (b + 1) ^ Word8.toString (c + 0w250) ^ Word.toString (d + 0w250) ^ IntInf.toString (f 4) ^ "\n")
val () = print (IntInf.toString (e + 1) ^ "\n")
fun g (0 : IntInf.int) = "zero" | g 1 = "one" | g 100000000000000000000 = "big" | g _ = "?"
val () = print (g 0 ^ g 1 ^ g (10000000000 * 10000000000) ^ g 2 ^ "\n")
fun h (0w1 : Word8.word) = "one" | h 0w255 = "max" | h _ = "?"
val () = print (h 0w1 ^ h (0w0 - 0w1) ^ h 0w2 ^ "\n")
