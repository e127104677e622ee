(* Output for which there is no room has its thread wait, and no other one. *)

fun repeat (0, f) = ()
  | repeat (n, f) = (f (); repeat (n - 1, f))

val line = String.concat (List.tabulate (64, fn i => str (chr (33 + i)))) ^ "\n"
val count = 4000

(* Counts the lines of a stream; all must be whole. *)
fun lines input =
  let
    fun go n =
      case TextIO.inputLine input of
        NONE => n
      | SOME l => if l = line then go (n + 1) else raise Fail ("a line is broken: " ^ l)
  in
    go 0
  end

fun report (what, n) = print (what ^ ": " ^ Int.toString n ^ "\n")

(* A process that gives back what it is given: the pipe to it is full long before the end. *)
val () =
  let
    val cat : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
    val (input, output) = Unix.streamsOf cat
    val writer =
      Thread.spawn
        (fn () =>
           (repeat (count, fn () => TextIO.output (output, line)); TextIO.closeOut output))
  in
    report ("through a process", lines input);
    Thread.join writer;
    ignore (Unix.reap cat)
  end

fun pipe () =
  let val {infd, outfd} = Posix.IO.pipe () in
    (TextIO.mkInstream
       (TextIO.StreamIO.mkInstream
          (Posix.IO.mkTextReader {fd = infd, name = "pipe", initBlkMode = true}, "")),
     Posix.IO.mkTextWriter
       {fd = outfd, name = "pipe", appendMode = false, initBlkMode = true, chunkSize = 4096},
     outfd)
  end

(* A stream over a writer, several threads: lines stay whole. *)
val () =
  let
    val (input, writer, _) = pipe ()
    val output =
      TextIO.mkOutstream (TextIO.StreamIO.mkOutstream (writer, IO.BLOCK_BUF))
    fun work () = repeat (count div 4, fn () => TextIO.output (output, line))
    val writers = List.tabulate (4, fn _ => Thread.spawn work)
    val closer =
      Thread.spawn (fn () => (List.app Thread.join writers; TextIO.closeOut output))
  in
    report ("through a pipe", lines input);
    Thread.join closer
  end

(* One piece that is longer than the pipe. *)
val () =
  let
    val (input, _, fd) = pipe ()
    val bytes = Byte.stringToBytes (String.concat (List.tabulate (2000, fn _ => line)))
    fun write sl =
      if Word8VectorSlice.isEmpty sl then Posix.IO.close fd
      else write (Word8VectorSlice.subslice (sl, Posix.IO.writeVec (fd, sl), NONE))
    val writer = Thread.spawn (fn () => write (Word8VectorSlice.full bytes))
  in
    report ("in one piece", lines input);
    Thread.join writer
  end
