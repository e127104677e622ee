(* TextPrimIO and BinPrimIO: readers of vectors, null readers and writers, positions. *)
fun p x = print (x ^ "\n")
structure T = TextPrimIO
val T.RD {readVec = SOME read, readArr = SOME readArr, avail, canInput, close, name, ...} = T.augmentReader (T.openVector "some text")
val () = p (read 4)
val a = CharArray.array (3, #"-")
val () = p (Int.toString (readArr (CharArraySlice.slice (a, 1, SOME 2))) ^ CharArray.vector a)
val () = p (case avail () of SOME n => Int.toString n | NONE => "none")
val () = p (read 100 ^ "|" ^ read 100 ^ "|")
val () = (close (); p (read 1 handle e => "closed"))
val T.RD {readVec = SOME none, ...} = T.nullRd ()
val () = p (none 10 ^ ".")
val T.WR {writeVec = SOME write, ...} = T.nullWr ()
val () = p (Int.toString (write (CharVectorSlice.full "abc")))
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val () = p (ord' (T.compare (1, 2)))
structure B = BinPrimIO
val B.RD {readVecNB = SOME readNB, ...} = B.augmentReader (B.openVector (Word8Vector.fromList [0w1, 0w2, 0w3]))
val () = p (case readNB 2 of SOME v => Int.toString (Word8Vector.length v) | NONE => "none")
