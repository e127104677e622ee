(* The exit code of a failure, with output that waited. *)
val name = OS.FileSys.tmpName ()
val f = TextIO.openOut name
val () = TextIO.output (f, "not closed")
val () = OS.Process.atExit (fn () => (TextIO.flushOut f; OS.FileSys.remove name; print "removed\n"))
val () = print "output without end of line"
val () = OS.Process.exit OS.Process.failure
