(* Streams over readers and writers of the program's own. *)
structure S = TextIO.StreamIO
structure P = TextPrimIO
fun p x = print (x ^ "\n")
(* A reader of three pieces, and a writer that keeps what it gets. *)
val pieces = ref ["ab", "c\nd", "ef"]
val closed = ref 0
val reader = P.RD {name = "pieces", chunkSize = 2, readVec = SOME (fn _ => case !pieces of [] => "" | h :: t => (pieces := t; h)), readArr = NONE, readVecNB = NONE, readArrNB = NONE, block = NONE, canInput = NONE, avail = fn () => NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => closed := !closed + 1, ioDesc = NONE}
val f = TextIO.mkInstream (S.mkInstream (reader, "first "))
val () = p (valOf (TextIO.inputLine f))
val () = p (TextIO.inputN (f, 2))
val () = p (TextIO.inputAll f)
val () = (TextIO.closeIn f; TextIO.closeIn f; p (Int.toString (!closed)))
val kept = ref ""
val writer = P.WR {name = "kept", chunkSize = 8, writeVec = SOME (fn sl => let val v = CharVectorSlice.vector sl val n = Int.min (3, size v) in kept := !kept ^ "(" ^ substring (v, 0, n) ^ ")"; n end), writeArr = NONE, writeVecNB = NONE, writeArrNB = NONE, block = NONE, canOutput = NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => closed := !closed + 1, ioDesc = NONE}
val g = TextIO.mkOutstream (S.mkOutstream (writer, IO.BLOCK_BUF))
val () = TextIO.output (g, "hello")
val () = p (!kept ^ ".")
val () = TextIO.flushOut g
val () = p (!kept)
val () = (TextIO.output1 (g, #"x"); TextIO.output (g, "a long text of many characters"); TextIO.closeOut g)
val () = p (!kept ^ Int.toString (!closed))
val bad = S.mkOutstream (P.WR {name = "bad", chunkSize = 1, writeVec = SOME (fn _ => raise Fail "disk"), writeArr = NONE, writeVecNB = NONE, writeArrNB = NONE, block = NONE, canOutput = NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => (), ioDesc = NONE}, IO.NO_BUF)
val () = S.output (bad, "x") handle IO.Io {name, cause = Fail m, ...} => p (name ^ m)
val (rd, rest) = S.getReader (S.mkInstream (P.openVector "unread", "was "))
val P.RD {readVec, ...} = rd
val () = p (rest ^ valOf readVec 3 ^ valOf readVec 100 ^ ".")
