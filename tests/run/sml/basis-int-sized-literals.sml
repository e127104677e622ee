(* Literals and overloaded operators at sized types. *)
fun say l = print (String.concatWith " " l ^ "\n")
val a : Int8.int = 100 val b : Int16.int = 30000 val c : Int32.int = 2000000000
val () = say [Int8.toString (a + 27), Int32.toString (c div 3 * ~1), Int8.toString (~ a mod 7), Int32.toString (abs ~7)]
val () = say [Int8.toString (a + 28)] handle Overflow => say ["Overflow"]
val () = say [Int16.toString (b * 2)] handle Overflow => say ["Overflow"]
val u : Word8.word = 0wxff val v : Word16.word = 0wxffff val w : Word32.word = 0wxffffffff
val () = say [Word8.toString (u + 0w2), Word16.toString (v * 0w2), Word32.toString (w - 0w1), Word8.toString (~ 0w1), Word32.toString (w div 0w16 mod 0w255)]
val () = say (map Bool.toString [a < 5, u > 0w3, w <= 0w9, b >= 30000, a = 100, u <> 0wxff])
fun f (0 : Int8.int) = "zero" | f ~128 = "least" | f 127 = "most" | f _ = "other"
val () = say (map f [0, ~128, 127, 5])
fun g (0w0 : Word8.word) = "zero" | g 0wxff = "most" | g _ = "other"
val () = say (map g [0w0, 0w255, 0w5])
val n : IntInf.int = 123456789012345678901234567890
val () = say [IntInf.toString (n * n - 1), IntInf.toString (~ n div 7), IntInf.toString (n mod 1000)]
fun h (0 : IntInf.int) = "zero" | h 100000000000000000000 = "big" | h _ = "other"
val () = say (map h [0, 100000000000000000000, 1])
