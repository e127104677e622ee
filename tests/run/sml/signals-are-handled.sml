(* Handlers of signals: as threads, with the continuation of the first thread, and as an exception
   there. The interpreters notice signals where threads wait or yield. *)

fun send s = Posix.Process.kill (Posix.Process.K_PROC (Posix.ProcEnv.getpid ()), s)
fun later s = ignore (Thread.spawn (fn () => (Thread.sleep (Time.fromMilliseconds 5); send s)))

(* Whoever runs this may have it ignore some signals. *)
val () =
  List.app
    (fn s => MLton.Signal.setHandler (s, MLton.Signal.Handler.default))
    [Posix.Signal.int, Posix.Signal.hup]

val got = ref 0
fun wait n = if !got >= n then () else (Thread.yield (); wait n)
fun count what = (print (what ^ "\n"); got := !got + 1)

(* As MLton has them. *)
structure S = MLton.Signal
structure H = S.Handler
open Posix.Signal

val () = print (Bool.toString (H.isDefault (S.getHandler usr1)) ^ "\n")
val () = S.setHandler (usr1, H.simple (fn () => count "usr1"))
val () = print (Bool.toString (H.isDefault (S.getHandler usr1)) ^ "\n")
val () = (send usr1; wait 1)
val () = S.setHandler (term, H.simple (fn () => count "term"))
val () = (send term; wait 2)
val () = S.setHandler (hup, H.ignore)
val () = (send hup; print (Bool.toString (H.isIgnore (S.getHandler hup)) ^ "\n"))
val () = S.setHandler (usr2, H.handler (fn t => (count "usr2"; t)))
val () = (send usr2; wait 3)
val () = S.Mask.block (S.Mask.some [usr1])
val () = (send usr1; Thread.yield (); print "blocked\n")
val () = S.Mask.unblock (S.Mask.some [usr1])
val () = wait 4
val () = print (Bool.toString (S.Mask.isMember (S.handled (), term)) ^ "\n")
val () = (later usr1; S.suspend S.Mask.none; wait 5)
val () =
  S.setHandler (kill, H.ignore)
  handle OS.SysErr (message, _) => print (message ^ "\n")

(* While the first thread waits. *)
val () = S.setHandler (alrm, H.simple (fn () => count "alarm"))
val _ = Posix.Process.alarm (Time.fromMilliseconds 5)
val () = OS.Process.sleep (Time.fromMilliseconds 30)
val () = print "slept\n"
val () =
  MLton.Itimer.set
    (MLton.Itimer.Real, {interval = Time.zeroTime, value = Time.fromMilliseconds 1})
val () = wait 7

(* As SML/NJ has them. *)
fun handler name =
  Signals.HANDLER (fn (s, _, k) => (count (name ^ " " ^ Signals.toString s); k))
val () =
  case Signals.setHandler (Signals.sigINT, handler "first") of
    Signals.DEFAULT => print "default\n"
  | _ => print "another\n"
val () = (send int; wait 8)
val () =
  case Signals.setHandler (Signals.sigINT, handler "second") of
    Signals.HANDLER _ => print "a handler\n"
  | _ => print "another\n"
val () = (send int; wait 9)
val _ = Signals.setHandler (UnixSignals.sigCHLD, handler "child")
val () = (ignore (OS.Process.system "true"); wait 10)
val () = Signals.maskSignals (Signals.MASK [Signals.sigINT])
val () =
  case Signals.masked () of
    Signals.MASK l => print (String.concatWith " " (List.map Signals.toString l) ^ "\n")
  | Signals.MASKALL => print "all\n"
val () = (send int; Thread.yield (); print "masked\n")
val () = (Signals.unmaskSignals Signals.MASKALL; wait 11)
val () = (later int; Signals.pause (); wait 12)

(* A handler that gives another continuation is a time limit. *)
fun limited (ms, f) =
  SMLofNJ.Cont.callcc
    (fn return =>
       (SMLofNJ.Cont.callcc
          (fn out =>
             (ignore (Signals.setHandler (Signals.sigALRM, Signals.HANDLER (fn _ => out)));
              ignore (Posix.Process.alarm (Time.fromMilliseconds ms));
              SMLofNJ.Cont.throw return (SOME (f ()))));
        NONE))
  before ignore (Posix.Process.alarm Time.zeroTime)
fun tell (SOME n) = print (Int.toString n ^ "\n")
  | tell NONE = print "too long\n"
val () = tell (limited (60000, fn () => 42))
val () = tell (limited (5, fn () => (OS.Process.sleep (Time.fromSeconds 60); 1)))
fun busy () = (Thread.yield (); busy ())
val () = tell (limited (5, busy))

(* An exception, wherever the first thread is. *)
val () = Thread.interruptible true
fun interrupted f =
  (later int; f (); print "not interrupted\n") handle Thread.Interrupt => print "interrupted\n"
val main = Thread.self ()
val waits = Thread.spawn (fn () => Thread.join main)
val {infd, ...} = Posix.IO.pipe ()
val () = interrupted busy
val () = interrupted (fn () => Thread.sleep (Time.fromSeconds 60))
val () = interrupted (fn () => Thread.join waits)
val () = interrupted (fn () => ignore (Posix.IO.readVec (infd, 10)))
val () = interrupted (fn () => ignore (RunCML.doit (fn () => CML.sync CML.never, NONE)))
val status = RunCML.doit (fn () => print "a run\n", NONE)
val () = print (Bool.toString (OS.Process.isSuccess status) ^ "\n")
