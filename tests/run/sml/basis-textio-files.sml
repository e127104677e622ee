(* TextIO on files: writing, appending, reading in every way. *)
fun p x = print (x ^ "\n")
val name = OS.FileSys.tmpName ()
fun write (f, l) = (app (fn s => TextIO.output (f, s)) l; TextIO.closeOut f)
val () = write (TextIO.openOut name, ["first line\n", "second ", "line\n", "\n"])
val () = write (TextIO.openAppend name, ["last, without end"])
fun reading f = let val s = TextIO.openIn name in f s before TextIO.closeIn s end
val () = reading (fn f => print (TextIO.inputAll f ^ "|\n"))
fun lines f = case TextIO.inputLine f of SOME l => (print ("<" ^ l); lines f) | NONE => p "."
val () = reading lines
val () = reading (fn f => p (TextIO.inputN (f, 5) ^ "|" ^ TextIO.inputN (f, 0) ^ "|" ^ TextIO.inputN (f, 6) ^ "|"))
val () = reading (fn f => p (Int.toString (size (TextIO.inputN (f, 1000)))))
fun chars (f, n) = case TextIO.input1 f of SOME #"n" => chars (f, n + 1) | SOME _ => chars (f, n) | NONE => n
val () = reading (fn f => p (Int.toString (chars (f, 0))))
val () = reading (fn f =>
  (p (case TextIO.lookahead f of SOME c => str c | NONE => "none");
   p (case TextIO.input1 f of SOME c => str c | NONE => "none");
   p (case TextIO.lookahead f of SOME c => str c | NONE => "none")))
val () = reading (fn f => (p (Bool.toString (TextIO.endOfStream f)); ignore (TextIO.inputAll f); p (Bool.toString (TextIO.endOfStream f)); p (TextIO.input f ^ "|"); p (case TextIO.input1 f of NONE => "none" | SOME _ => "some")))
val () = reading (fn f => p (case TextIO.canInput (f, 3) of SOME n => Int.toString n | NONE => "none"))
val f = TextIO.openOut name
val () = TextIO.output1 (f, #"x")
val () = TextIO.flushOut f
val () = reading (fn g => p (TextIO.inputAll g))
val () = TextIO.outputSubstr (f, CharVectorSlice.slice ("abcdef", 2, SOME 3)) handle e => p (exnName e)
val () = (TextIO.closeOut f; TextIO.closeOut f)
val () = reading (fn g => p (TextIO.inputAll g))
val () = OS.FileSys.remove name
val () = (ignore (TextIO.openIn name); p "opened") handle IO.Io {name = n, function, cause} => p (Bool.toString (n = name) ^ function ^ exnName cause)
val () = (TextIO.output (f, "y"); p "written") handle IO.Io {function, cause, ...} => p (function ^ exnName cause)
val () = (ignore (TextIO.openOut "/nonexistent/x"); p "opened") handle IO.Io {name, function, ...} => p (name ^ function)
