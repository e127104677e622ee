(* OS.IO: kinds of descriptors, and waiting for them. *)
structure I = OS.IO
fun p x = print (x ^ "\n")
val name = OS.FileSys.tmpName ()
val f = TextIO.openIn name
fun desc f = let val TextPrimIO.RD {ioDesc, ...} = #1 (TextIO.StreamIO.getReader (TextIO.getInstream f)) in valOf ioDesc end
val d = desc f
val () = p (Bool.toString (I.kind d = I.Kind.file) ^ Bool.toString (I.kind d = I.Kind.dir))
val pd = I.pollIn (valOf (I.pollDesc d))
val ready = I.poll ([pd], SOME Time.zeroTime)
val () = p (Int.toString (length ready) ^ concat (map (fn i => Bool.toString (I.isIn i) ^ Bool.toString (I.isOut i) ^ Bool.toString (I.isPri i) ^ Bool.toString (I.infoToPollDesc i = pd)) ready))
val () = p (Bool.toString (I.pollToIODesc pd = d) ^ Bool.toString (I.hash d = I.hash d))
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val () = p (ord' (I.compare (d, d)))
val () = OS.FileSys.remove name
