(* What is used wrongly raises an exception or goes on clearly: synchronising where nothing runs,
   runs that are over, continuations of threads that have ended. *)

fun say s = print (s ^ "\n")
fun try what f = (f (); say (what ^ ": done")) handle e => say (what ^ ": " ^ exnName e)

(* Outside RunCML.doit nothing can be waited for. *)
val c : int CML.chan = CML.channel ()
val v : int SyncVar.ivar = SyncVar.iVar ()
val m : int SyncVar.mvar = SyncVar.mVar ()
val box : int Mailbox.mbox = Mailbox.mailbox ()
val nacks = ref 0
val nacked =
  CML.withNack
    (fn nack => (nacks := !nacks + 1; CML.choose [CML.recvEvt c, CML.wrap (nack, fn () => 0)]))
val () = try "recv" (fn () => ignore (CML.recv c))
val () = try "send" (fn () => CML.send (c, 1))
val () = try "sync" (fn () => ignore (CML.sync (CML.recvEvt c)))
val () = try "select" (fn () => ignore (CML.select [CML.recvEvt c, CML.never]))
val () = try "guard" (fn () => ignore (CML.sync (CML.guard (fn () => CML.recvEvt c))))
val () = try "withNack" (fn () => ignore (CML.sync nacked))
val () = try "timeout" (fn () => CML.sync (CML.timeOutEvt (Time.fromSeconds 1)))
val () = try "iGet" (fn () => ignore (SyncVar.iGet v))
val () = try "mTake" (fn () => ignore (SyncVar.mTake m))
val () = try "mailbox" (fn () => ignore (Mailbox.recv box))
val () = try "spawn" (fn () => ignore (CML.spawn (fn () => ())))
val () = try "shutdown" (fn () => RunCML.shutdown OS.Process.success)
val () = try "nothing is left behind" (fn () => if CML.sendPoll (c, 1) then say "lost" else ())

(* What need not wait is done. *)
val () = try "always" (fn () => CML.sync (CML.alwaysEvt ()))
val () = try "iPut" (fn () => SyncVar.iPut (v, 7))
val () = try "iGet of a value" (fn () => say (Int.toString (SyncVar.iGet v)))
val () = try "iPut again" (fn () => SyncVar.iPut (v, 8))
val () = try "mailbox with a value" (fn () => (Mailbox.send (box, 1); ignore (Mailbox.recv box)))

(* After all that threads run as ever. *)
fun run f = if OS.Process.isSuccess (RunCML.doit (f, NONE)) then "success" else "failure"
val () = say (run (fn () => try "doit inside doit" (fn () => ignore (run ignore))))

(* A continuation of a thread that has ended is entered by the one that throws. *)
val inside : string Cont.cont option ref = ref NONE
fun thread () =
  let val s = Cont.callcc (fn k => (inside := SOME k; "at first")) in
    say (Thread.name (Thread.self ()) ^ " " ^ s)
  end
val () = Thread.join (Thread.spawnNamed ("one", thread))
val other = Thread.spawnNamed ("two", fn () => (Cont.throw (valOf (!inside)) "later"; say "wrong"))
val () = Thread.join other
val () = say (if Thread.hasEnded other then "two has ended where one did" else "wrong")

(* So is one of a run that is over. *)
val over : unit Cont.cont option ref = ref NONE
val () = say (run (fn () => (Cont.callcc (fn k => over := SOME k); say "in a run")))
val () = Thread.join (Thread.spawn (fn () => Cont.throw (valOf (!over)) ()))

(* An escape that has ended in one thread has ended in all. *)
val escape : int Cont.cont option ref = ref NONE
val _ = Cont.callec (fn k => (escape := SOME k; 1))
val () =
  Thread.join
    (Thread.spawn (fn () => try "escape" (fn () => Cont.throw (valOf (!escape)) 1)))

(* What is isolated ends the program, in whatever thread. *)
val bottom = Cont.isolate (fn s => say s)
val () = OS.Process.atExit (fn () => say "at exit")
val _ = Thread.spawn (fn () => (Cont.throw bottom "isolated" : unit))
val () = Thread.exit ()
