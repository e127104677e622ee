(* MLton.Platform, TextIO, BinIO, ProcEnv, Rusage, Itimer, Profile: what programs ask of the system. *)
fun p s = print (s ^ "\n")
fun try f = f () handle e => p (exnName e)

structure Platform = MLton.Platform
val () = p (Platform.OS.toString Platform.OS.host ^ " " ^ Platform.Format.toString Platform.Format.host)
val () = p (if Platform.Arch.fromString (Platform.Arch.toString Platform.Arch.host) = SOME Platform.Arch.host then "same" else "other")
val () = p (case Platform.Arch.fromString "powerpc64" of SOME Platform.Arch.PowerPC64 => "found" | _ => "missing")
val () = p (case Platform.OS.fromString "LINUX" of SOME Platform.OS.Linux => "found" | _ => "missing")
val () = p (Bool.toString (isSome (Platform.OS.fromString "Plan9")))
val () = p (String.concatWith " " (map Platform.Arch.toString [Platform.Arch.m68k, Platform.Arch.LoongArch64, Platform.Arch.X86]))

(* A temporary file: written, read through its descriptor, and removed. *)
val prefix = MLton.TextIO.tempPrefix "kont-test"
val (name, out) = MLton.TextIO.mkstemps {prefix = prefix, suffix = ".txt"}
val () = p (Bool.toString (String.isPrefix prefix name andalso String.isSuffix ".txt" name))
val () = p (Int.toString (size name - size prefix - 4))
val () = (TextIO.output (out, "first\nsecond\n"); TextIO.closeOut out)
val fd = Posix.FileSys.openf (name, Posix.FileSys.O_RDONLY, Posix.FileSys.O.flags [])
val ins = MLton.TextIO.newIn (fd, "named")
val () = p (Bool.toString (MLton.TextIO.inFd ins = fd))
val () = print (valOf (TextIO.inputLine ins))
val () = print (TextIO.inputAll ins)
val () = TextIO.closeIn ins
val (other, out) = MLton.BinIO.mkstemp prefix
val () = (BinIO.output1 (out, 0w65); BinIO.closeOut out)
val () = p (Bool.toString (name <> other) ^ " " ^ Position.toString (OS.FileSys.fileSize other))
val () = (OS.FileSys.remove name; OS.FileSys.remove other)
val () = try (fn () => ignore (MLton.TextIO.mkstemp "/no/such/folder/x"))
val () = try (fn () => ignore (MLton.TextIO.inFd (TextIO.openString "x")))
val {infd, outfd} = Posix.IO.pipe ()
val out = MLton.TextIO.newOut (outfd, "pipe")
val () = (TextIO.output (out, "through a pipe\n"); TextIO.closeOut out)
val () = print (TextIO.inputAll (MLton.TextIO.newIn (infd, "pipe")))

val () = MLton.ProcEnv.setenv {name = "KONT_TEST_NAME", value = "set"}
val () = p (getOpt (OS.Process.getEnv "KONT_TEST_NAME", "unset"))
val () = print (let val s = TextIO.openString "" in TextIO.inputAll s end)
val () = p (Bool.toString (OS.Process.isSuccess (OS.Process.system "test $KONT_TEST_NAME = set")))
val () = try (fn () => MLton.ProcEnv.setenv {name = "", value = "x"})

val {self = {utime, stime}, children, gc} = MLton.Rusage.rusage ()
val () = p (Bool.toString (Time.>= (utime, Time.zeroTime) andalso Time.>= (#stime children, Time.zeroTime)))
val () = MLton.Rusage.measureGC true

val () = p (Bool.toString (MLton.Itimer.signal MLton.Itimer.Real = Posix.Signal.alrm))
val () = MLton.Itimer.set (MLton.Itimer.Virtual, {interval = Time.zeroTime, value = Time.zeroTime})
val () = try (fn () => MLton.Itimer.set (MLton.Itimer.Real, {interval = Time.zeroTime, value = Time.fromSeconds ~1}))

structure Profile = MLton.Profile
val data = Profile.Data.malloc ()
val () = p (Bool.toString Profile.isOn ^ Bool.toString (Profile.Data.equals (data, data)) ^ Profile.withData (data, fn () => "done"))
val () = p (Bool.toString MLton.debug ^ Bool.toString MLton.safe)
val () = p (Bool.toString (MLton.size (ref 1) >= (0 : IntInf.int)))
