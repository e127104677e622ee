(* Who waits for a pipe, a process, a time or standard input does not keep others from running. *)

val {infd, outfd} = Posix.IO.pipe ()
val reader = Thread.spawnNamed ("reader", fn () =>
  let val v = Posix.IO.readVec (infd, 100)
  in print ("read " ^ Byte.bytesToString v ^ "\n") end)
val () = Thread.yield ()
val () = print "main goes on\n"
val () = Thread.sleep (Time.fromMilliseconds 10)
val _ = Posix.IO.writeVec (outfd, Word8VectorSlice.full (Byte.stringToBytes "hello"))
val () = Thread.join reader
val counter = ref 0
val child = Thread.spawnNamed ("child", fn () =>
  let val p = Unix.execute ("/bin/sh", ["-c", "sleep 0.2; echo from the child"])
      val s = Unix.textInstreamOf p
  in print (TextIO.inputAll s); print (if OS.Process.isSuccess (Unix.reap p) then "reaped\n" else "failed\n") end)
fun count () = if Thread.hasEnded child then () else (counter := !counter + 1; OS.Process.sleep (Time.fromMilliseconds 1); count ())
val () = count ()
val () = print (if !counter > 2 then "counted\n" else "did not count\n")
val () = case TextIO.inputLine TextIO.stdIn of SOME l => print ("line " ^ l) | NONE => print "no line\n"

(* Waiting for a descriptor, with a limit and without one. *)
val poll = OS.IO.pollIn (valOf (OS.IO.pollDesc (Posix.FileSys.fdToIOD infd)))
val ticks = ref 0
val ticker = Thread.spawn (fn () => let fun go 0 = () | go n = (ticks := !ticks + 1; Thread.yield (); go (n - 1)) in go 5 end)
val () = print (Int.toString (length (OS.IO.poll ([poll], SOME (Time.fromMilliseconds 5)))) ^ " ready\n")
val () = print (Int.toString (!ticks) ^ " ticks\n")
val late = Thread.spawn (fn () => (Thread.sleep (Time.fromMilliseconds 5);
  ignore (Posix.IO.writeVec (outfd, Word8VectorSlice.full (Byte.stringToBytes "x")))))
val () = print (Int.toString (length (OS.IO.poll ([poll], NONE))) ^ " ready\n")
