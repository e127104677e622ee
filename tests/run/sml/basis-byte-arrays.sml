fun say l = print (String.concatWith " " l ^ "\n")
val a = Word8Array.array (8, 0w46)
fun text () = Byte.unpackString (Word8ArraySlice.full a)
val () = Byte.packString (a, 2, Substring.full "abc")
val () = say [text ()]
val () = Byte.packString (a, 0, Substring.substring ("[xyz]", 1, 3))
val () = say [text ()]
val () = Byte.packString (a, 8, Substring.full "")
fun try (i, s) = (Byte.packString (a, i, Substring.full s); "fine") handle Subscript => "Subscript"
val () = say [try (6, "pq"), try (6, "pqr"), try (~1, "p"), try (9, ""), try (0, "123456789")]
val () = say [text (), Byte.unpackString (Word8ArraySlice.slice (a, 2, SOME 4)), Byte.unpackString (Word8ArraySlice.slice (a, 8, NONE))]
