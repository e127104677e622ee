fun say l = print (String.concatWith " " l ^ "\n")
val () = say [str (Byte.byteToChar 0w65), Word8.toString (Byte.charToByte #"\255")]
val v = Byte.stringToBytes "hello\000\255"
val () = say [Int.toString (Word8Vector.length v), Word8.toString (Word8Vector.sub (v, 6)), String.toString (Byte.bytesToString v)]
val () = say [Bool.toString (Byte.stringToBytes (Byte.bytesToString v) = v), Int.toString (Word8Vector.length (Byte.stringToBytes ""))]
val all = Word8Vector.tabulate (256, Word8.fromInt)
val () = say [Bool.toString (List.all (fn i => ord (String.sub (Byte.bytesToString all, i)) = i) (List.tabulate (256, fn i => i)))]
val () = say [Byte.unpackStringVec (Word8VectorSlice.slice (v, 1, SOME 3)), Byte.unpackStringVec (Word8VectorSlice.full (Byte.stringToBytes "xyz"))]
