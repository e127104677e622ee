(* BinIO: all bytes come back; reading in every way. *)
fun p x = print (x ^ "\n")
val name = OS.FileSys.tmpName ()
val bytes = Word8Vector.tabulate (70000, fn i => Word8.fromInt (i mod 256))
val f = BinIO.openOut name
val () = (BinIO.output (f, bytes); BinIO.output1 (f, 0w77); BinIO.flushOut f; BinIO.closeOut f)
val f = BinIO.openAppend name
val () = (BinIO.output (f, Word8Vector.fromList [0w1, 0w2]); BinIO.closeOut f)
val f = BinIO.openIn name
val all = BinIO.inputAll f
val () = BinIO.closeIn f
val () = p (Int.toString (Word8Vector.length all) ^ " " ^ Int.toString (Word8.toInt (Word8Vector.sub (all, 70000))))
val () = p (Bool.toString (Word8VectorSlice.vector (Word8VectorSlice.slice (all, 0, SOME 70000)) = bytes))
val f = BinIO.openIn name
val () = p (case BinIO.input1 f of SOME w => Int.toString (Word8.toInt w) | NONE => "none")
val () = p (case BinIO.lookahead f of SOME w => Int.toString (Word8.toInt w) | NONE => "none")
val v = BinIO.inputN (f, 300)
val () = p (Int.toString (Word8Vector.length v) ^ " " ^ Int.toString (Word8.toInt (Word8Vector.sub (v, 299))))
fun count n = case Word8Vector.length (BinIO.input f) of 0 => n | k => count (n + k)
val () = p (Int.toString (count 0))
val () = p (Bool.toString (BinIO.endOfStream f))
val () = BinIO.closeIn f
val () = p (Bool.toString (OS.FileSys.fileSize name = 70003))
val () = OS.FileSys.remove name
val () = (ignore (BinIO.openIn name); p "opened") handle IO.Io {function, ...} => p function
