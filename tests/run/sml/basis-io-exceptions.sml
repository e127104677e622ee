(* What IO.Io says. *)
fun p x = print (x ^ "\n")
fun try f = (f (); p "fine") handle IO.Io {name, function, cause} => p (name ^ " " ^ function ^ " " ^ exnName cause)
val () = try (fn () => ignore (TextIO.openIn "/no/such/file"))
val () = try (fn () => ignore (TextIO.openOut "/no/such/folder/file"))
val () = try (fn () => ignore (TextIO.openAppend "/no/such/folder/file"))
val () = try (fn () => ignore (BinIO.openIn "/no/such/file"))
val full = TextIO.openOut "/dev/full"
val () = try (fn () => (TextIO.output (full, "lost"); TextIO.flushOut full))
val () = TextIO.closeOut full handle IO.Io _ => ()
val () = (raise IO.Io {name = "n", function = "f", cause = IO.ClosedStream}) handle IO.Io {name, ...} => p name
val modes = [IO.NO_BUF, IO.LINE_BUF, IO.BLOCK_BUF]
val () = p (Int.toString (length (List.filter (fn m => m = IO.LINE_BUF) modes)))
val () = app (fn e => p (exnName e)) [IO.BlockingNotSupported, IO.NonblockingNotSupported, IO.RandomAccessNotSupported, IO.ClosedStream]
