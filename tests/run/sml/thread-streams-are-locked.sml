(* Threads that use one stream at the same time take nothing from each other. *)

fun pipe () =
  let val {infd, outfd} = Posix.IO.pipe () in
    (Posix.IO.mkTextReader {fd = infd, name = "pipe", initBlkMode = true}, outfd)
  end

fun send (fd, s) =
  let
    fun go sl =
      if Word8VectorSlice.isEmpty sl then ()
      else go (Word8VectorSlice.subslice (sl, Posix.IO.writeVec (fd, sl), NONE))
  in
    go (Word8VectorSlice.full (Byte.stringToBytes s))
  end

fun instream reader = TextIO.mkInstream (TextIO.StreamIO.mkInstream (reader, ""))

(* Every line goes to one of several readers, and is whole. *)
val () =
  let
    val (reader, fd) = pipe ()
    val input = instream reader
    val seen = Array.array (1000, 0)
    fun read () =
      case TextIO.inputLine input of
        NONE => ()
      | SOME line =>
          let val n = valOf (Int.fromString line) in
            Array.update (seen, n, Array.sub (seen, n) + 1);
            if n mod 7 = 0 then Thread.yield () else ();
            read ()
          end
    val readers = List.tabulate (5, fn _ => Thread.spawn read)
    fun write n =
      if n = 1000 then ()
      else
        let val text = StringCvt.padLeft #"0" 5 (Int.toString n) ^ "\n" in
          send (fd, String.substring (text, 0, 3));
          Thread.yield ();
          send (fd, String.extract (text, 3, NONE));
          write (n + 1)
        end
  in
    write 0;
    Posix.IO.close fd;
    List.app Thread.join readers;
    print (if Array.all (fn n => n = 1) seen then "every line once\n" else "lines are lost\n")
  end

(* A functional stream is the same for all who read it. *)
val () =
  let
    val (reader, fd) = pipe ()
    val start = TextIO.StreamIO.mkInstream (reader, "")
    val results = Array.array (3, "")
    fun read i = Array.update (results, i, #1 (TextIO.StreamIO.inputAll start))
    val readers = List.tabulate (3, fn i => Thread.spawn (fn () => read i))
  in
    Thread.yield ();
    send (fd, "one ");
    Thread.sleep (Time.fromMilliseconds 1);
    send (fd, "two");
    Posix.IO.close fd;
    List.app Thread.join readers;
    Array.app (fn s => print (s ^ "\n")) results
  end

(* While one thread waits for input, another one asks whether there is any. *)
val () =
  let
    val (reader, fd) = pipe ()
    val input = instream reader
    val worker =
      Thread.spawn (fn () => print ("got " ^ valOf (TextIO.inputLine input)))
  in
    Thread.yield ();
    print (case TextIO.canInput (input, 1) of NONE => "nothing yet\n" | SOME _ => "something\n");
    send (fd, "a line\n");
    Thread.join worker;
    Posix.IO.close fd
  end

(* A thread that waits for input when the stream is closed gets no more. *)
val () =
  let
    val cat : (TextIO.instream, TextIO.outstream) Unix.proc = Unix.execute ("/bin/cat", [])
    val (input, output) = Unix.streamsOf cat
    val worker =
      Thread.spawn
        (fn () => print (case TextIO.inputLine input of NONE => "closed\n" | SOME l => l))
  in
    Thread.yield ();
    TextIO.closeIn input;
    Thread.join worker;
    TextIO.closeOut output;
    ignore (Unix.reap cat)
  end

(* A thread that is gone keeps no stream. *)
val () =
  let
    val (reader, fd) = pipe ()
    val input = instream reader
    val other = Thread.spawn (fn () => ())
    fun first () =
      (ignore (CML.spawn (fn () => ignore (TextIO.inputLine input)));
       ignore (RunCML.shutdown OS.Process.success))
    val _ = RunCML.doit (first, NONE)
  in
    Thread.join other;
    send (fd, "for those who stay\n");
    print (valOf (TextIO.inputLine input))
  end

(* The same, for one that waited behind it. *)
val () =
  let
    val (reader, fd) = pipe ()
    val input = instream reader
    fun later () =
      (Thread.sleep (Time.fromMilliseconds 20);
       send (fd, "behind the one that is gone\n");
       print (valOf (TextIO.inputLine input)))
    val patient =
      Thread.spawn (fn () => (Thread.sleep (Time.fromMilliseconds 10); later ()))
    fun first () =
      (ignore (CML.spawn (fn () => ignore (TextIO.inputLine input)));
       CML.sync (CML.timeOutEvt (Time.fromMilliseconds 15));
       ignore (RunCML.shutdown OS.Process.success))
    val _ = RunCML.doit (first, NONE)
  in
    Thread.join patient
  end
