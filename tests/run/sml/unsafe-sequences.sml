(* The structure Unsafe: the sequences of the library, read and written without a check. *)
val v = Byte.stringToBytes "bytes"
val () = print (Word8.toString (Unsafe.Word8Vector.sub (v, 0)) ^ str (Unsafe.CharVector.sub ("text", 3)) ^ "\n")
val a : Word8Array.array = Unsafe.Word8Array.create 2
val c : CharArray.array = Unsafe.CharArray.create 2
val r : Real64Array.array = Unsafe.Real64Array.create 2
val () = (Unsafe.Word8Array.update (a, 1, 0w255); Unsafe.CharArray.update (c, 0, #"x"); Unsafe.Real64Array.update (r, 1, 2.5))
val () = print (Word8.toString (Word8Array.sub (a, 1)) ^ str (Unsafe.CharArray.sub (c, 0)) ^ Real.toString (Unsafe.Real64Array.sub (r, 1)) ^ "\n")
val l = Unsafe.Array.create (3, "a")
val () = Unsafe.Array.update (l, 2, "b")
val () = print (Array.foldr op ^ (Unsafe.Vector.sub (#["!"], 0)) l ^ "\n")
