(* What is to be done at the end is done when the last declaration is. *)
val count = ref 0
val () = OS.Process.atExit (fn () => print ("at the end " ^ Int.toString (!count) ^ "\n"))
val () = OS.Process.atExit (fn () => count := !count + 10)
val out = TextIO.getOutstream TextIO.stdOut
val () = TextIO.StreamIO.output (out, "through the stream\n")
val () = count := 1
