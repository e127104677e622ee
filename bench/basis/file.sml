(* A file of 100 MB is written line by line and read line by line. *)
structure Main = struct
  val line = CharVector.tabulate (49, fn i => chr (97 + i mod 26)) ^ "\n"
  fun write (_, 0) = ()
    | write (out, n) = (TextIO.output (out, line); write (out, n - 1))
  fun read (s, lines, bytes) =
    case TextIO.inputLine s of
      NONE => (lines, bytes)
    | SOME l => read (s, lines + 1, bytes + size l)
  fun main () =
    let
      val name = OS.FileSys.tmpName ()
      val out = TextIO.openOut name
      val () = write (out, 2000000)
      val () = TextIO.closeOut out
      val s = TextIO.openIn name
      val (lines, bytes) = read (s, 0, 0)
    in
      TextIO.closeIn s;
      OS.FileSys.remove name;
      print ("file " ^ Int.toString lines ^ " " ^ Int.toString bytes ^ "\n")
    end
end
val () = Main.main ()
