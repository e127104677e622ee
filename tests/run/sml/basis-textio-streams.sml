(* Functional streams of TextIO: reading again, redirecting, positions. *)
structure S = TextIO.StreamIO
fun p x = print (x ^ "\n")
val name = OS.FileSys.tmpName ()
val f = TextIO.openOut name
val () = (TextIO.output (f, "alpha\nbeta\ngamma"); TextIO.closeOut f)
val f = TextIO.openIn name
val s = TextIO.getInstream f
val (a, s1) = S.inputN (s, 3)
val (b, _) = S.inputN (s, 3)
val (c, s2) = S.inputN (s1, 3)
val () = p (a ^ b ^ c)
val () = p (case S.inputLine s1 of SOME (l, s) => l ^ (case S.inputLine s of SOME (l, _) => l | NONE => "") | NONE => "none")
val (all, e) = S.inputAll s
val () = p (Int.toString (size all) ^ Bool.toString (S.endOfStream e) ^ Bool.toString (S.endOfStream s))
val () = p (case S.input1 s2 of SOME (c, _) => str c | NONE => "none")
val () = p (case S.input1 e of SOME (c, _) => str c | NONE => "none")
val () = p (case S.canInput (s, 2) of SOME n => Int.toString n | NONE => "none")
val () = TextIO.setInstream (f, s2)
val () = p (TextIO.inputAll f)
val () = TextIO.setInstream (f, s)
val () = p (valOf (TextIO.inputLine f))
val () = TextIO.closeIn f
val g = TextIO.openOut name
val out = TextIO.getOutstream g
val () = S.output (out, "123456789")
val () = TextIO.output (g, "abc")
val () = S.output1 (out, #"!")
val () = S.flushOut out
val () = p (case S.getBufferMode out of IO.NO_BUF => "no" | IO.LINE_BUF => "line" | IO.BLOCK_BUF => "block")
val () = S.setBufferMode (out, IO.LINE_BUF)
val () = S.output (out, "\nline\nrest")
val () = S.setBufferMode (out, IO.NO_BUF)
val () = S.output (out, "now")
val () = p (let val f = TextIO.openIn name in TextIO.inputAll f before TextIO.closeIn f end)
val () = S.closeOut out
val () = (S.output (out, "x"); p "written") handle IO.Io {cause = IO.ClosedStream, function, ...} => p function
val str = TextIO.openString "from a\nstring"
val () = p (valOf (TextIO.inputLine str) ^ TextIO.inputAll str)
val () = OS.FileSys.remove name
