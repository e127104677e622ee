(* Threads that wait for a descriptor that others use, close or replace. *)

fun say s = print (s ^ "\n")
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
fun send (fd, s) = Posix.IO.writeVec (fd, bytes s)
fun read (fd, n) = Byte.bytesToString (Posix.IO.readVec (fd, n))
fun repeat (0, f) = ()
  | repeat (n, f) = (f (); repeat (n - 1, f))

(* Two threads receive a byte each of two that come at once: what one leaves, the other gets. *)
val () =
  let
    val (a, b) = UnixSock.Strm.socketPair ()
    fun receive () = ignore (Socket.recvVec (a, 1))
    fun round () =
      let
        val receivers = List.tabulate (2, fn _ => Thread.spawn receive)
      in
        ignore (Socket.sendVec (b, bytes "mm"));
        List.app Thread.join receivers
      end
  in
    repeat (200, round);
    say "both have received"
  end

(* Two threads read from a pipe: neither waits in the system for what the other has taken. *)
val () =
  let
    val {infd, outfd} = Posix.IO.pipe ()
    val taken = Array.array (2, 0)
    fun reader i =
      case read (infd, 1) of
        "" => ()
      | _ => (Array.update (taken, i, Array.sub (taken, i) + 1); reader i)
    val readers = List.tabulate (2, fn i => Thread.spawn (fn () => reader i))
  in
    repeat (200, fn () => (ignore (send (outfd, "m")); Thread.yield ()));
    Posix.IO.close outfd;
    List.app Thread.join readers;
    say (Int.toString (Array.foldl op+ 0 taken) ^ " bytes")
  end

(* A stream is closed, and its number is that of another descriptor at once. *)
val () =
  let
    val cat : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
    val (input, output) = Unix.streamsOf cat
    val reader =
      Thread.spawn
        (fn () => say (case TextIO.inputLine input of NONE => "nothing more" | SOME s => s))
    val () = Thread.yield ()
    val () = TextIO.closeIn input
    val {infd, outfd} = Posix.IO.pipe ()
  in
    Thread.join reader;
    TextIO.closeOut output;
    ignore (Unix.reap cat);
    List.app Posix.IO.close [infd, outfd]
  end

(* A descriptor becomes one of another pipe. *)
val () =
  let
    val (old, new) = (Posix.IO.pipe (), Posix.IO.pipe ())
    val reader = Thread.spawn (fn () => say (read (#infd old, 100)))
  in
    Thread.yield ();
    Posix.IO.dup2 {old = #infd new, new = #infd old};
    ignore (send (#outfd new, "by the other"));
    Thread.join reader
  end

(* A write to a pipe writes all, as it does without threads. *)
val () =
  let
    val {infd, outfd} = Posix.IO.pipe ()
    val n = send (outfd, CharVector.tabulate (20000, fn _ => #"x"))
  in
    say (Int.toString n ^ " written, " ^ Int.toString (size (read (infd, 20000))) ^ " read")
  end

(* Output that a thread was about to write when it was ended is written later. *)
val () =
  let
    val {infd, outfd} = Posix.IO.pipe ()
    val output =
      TextIO.StreamIO.mkOutstream
        (Posix.IO.mkTextWriter
           {fd = outfd, name = "pipe", appendMode = false, initBlkMode = true, chunkSize = 65536},
         IO.BLOCK_BUF)
    val () = TextIO.StreamIO.output (output, CharVector.tabulate (65000, fn _ => #"x"))
    val () = TextIO.StreamIO.flushOut output
    val () = TextIO.StreamIO.output (output, CharVector.tabulate (5000, fn _ => #"y"))
    fun first () =
      (ignore (CML.spawn (fn () => TextIO.StreamIO.flushOut output));
       CML.sync (CML.timeOutEvt (Time.fromMilliseconds 20));
       ignore (RunCML.shutdown OS.Process.success))
    val _ = RunCML.doit (first, NONE)
    fun count n =
      if n >= 65000 then n else count (n + size (read (infd, 65000 - n)))
    val before' = count 0
    val writer = Thread.spawn (fn () => TextIO.StreamIO.closeOut output)
    fun rest n = case size (read (infd, 10000)) of 0 => n | k => rest (n + k)
  in
    say (Int.toString (rest before') ^ " bytes");
    Thread.join writer
  end
