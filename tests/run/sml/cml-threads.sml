(* Values that threads have of their own, exceptions in threads, the ends of runs, and use where
   nothing runs. Turns are so long that none comes in between. *)
open CML

fun say s = print (s ^ "\n")
val number = Int.toString
fun result status = say (if OS.Process.isSuccess status then "success" else "failure")
fun run f = result (RunCML.doit (f, SOME (Time.fromSeconds 1000)))
fun refused f = (f (); say "not refused") handle NotRunning => say "not running"

fun properties () =
  let
    val {getFn, setFn, peekFn, clrFn} = newThreadProp (fn () => (say "made"; 1))
    val flag = newThreadFlag ()
    fun peek () = say (case peekFn () of NONE => "nothing" | SOME n => number n)
    val () = peek ()
    val () = say (number (getFn ()))
    val () = setFn 2
    val t = spawn (fn () => (peek (); setFn 10; yield (); peek (); say (Bool.toString (#getFn flag ()))))
  in
    #setFn flag true;
    sync (joinEvt t);
    peek ();
    clrFn ();
    peek ();
    say (Bool.toString (#getFn flag ()))
  end

(* An exception ends its thread and no other, and what is to be done with it can be said. *)
fun exceptions () =
  let
    val () = TraceCML.setUncaughtFn (fn (_, e) => say ("uncaught " ^ exnName e))
    val () = TraceCML.setHandleFn (fn (_, Subscript) => (say "handled"; true) | _ => false)
    val t = spawn (fn () => raise Domain)
    val u = spawn (fn () => ignore (List.nth ([1], 5)))
    val v = spawn (fn () => (exit (); say "not here"))
  in
    List.app (sync o joinEvt) [t, u, v];
    say "all ended"
  end

val () = run properties
val () = run exceptions

(* The run ends with [shutdown], whatever else would go on. *)
val () =
  run (fn () =>
         let
           fun forever () = (yield (); forever ())
           val _ = spawn forever
           val _ = spawn (fn () => sync never)
         in
           yield ();
           RunCML.shutdown OS.Process.success
         end)
val () = run (fn () => (ignore (spawn (fn () => RunCML.shutdown OS.Process.failure)); sync never))

(* The first thread may end before the others. *)
val () = run (fn () => ignore (spawn (fn () => (yield (); yield (); say "the last one"))))

(* An exception in the first thread is a failure. *)
val () = run (fn () => raise Div)

(* A run in a run is refused. *)
val () = run (fn () => run (fn () => ()) handle Fail s => say s)

val c : int chan = channel ()
val () = refused (fn () => send (c, 1))
val () = refused (fn () => ignore (recv c))
val () = refused (fn () => sync never)
val () = refused (fn () => ignore (select [recvEvt c, wrap (sendEvt (c, 1), fn () => 1)]))
val () = refused (fn () => ignore (spawn (fn () => say "not here")))
val () = refused (fn () => ignore (SyncVar.iGet (SyncVar.iVar () : int SyncVar.ivar)))
val () = refused (fn () => RunCML.shutdown OS.Process.success)
val () = say (Bool.toString (RunCML.isRunning ()))

(* Servers are started and stopped with each run; channels are emptied. *)
val requests : int chan = channel ()
val () = RunCML.logChannel ("requests", requests)
val () =
  RunCML.logServer
    ("adder",
     fn () =>
       let fun loop n = (say ("sum " ^ number n); loop (n + recv requests))
       in ignore (spawn (fn () => loop 0)) end,
     fn () => say "stopped")
fun client () = (send (requests, 1); send (requests, 2); yield ())
val () = run client
val () = run client
val () = RunCML.unlogServer "adder"
val () = RunCML.unlogServer "adder" handle RunCML.Unlog => say "Unlog"
val _ = RunCML.addCleaner ("notes", RunCML.atAll, fn RunCML.AtInit => say "begins" | _ => say "ends")
val () = run (fn () => say "runs")
val () = say (Bool.toString (isSome (RunCML.removeCleaner "notes")))

(* Tracing. *)
val net = TraceCML.traceModule (TraceCML.traceRoot, "net")
val tcp = TraceCML.traceModule (net, "tcp")
fun trace m = TraceCML.trace (m, fn () => ["trace of ", TraceCML.nameOf m, "\n"])
fun states m =
  say (String.concatWith " "
         (List.map (fn (m, on) => TraceCML.nameOf m ^ (if on then " on" else " off")) (TraceCML.status m)))
val () = TraceCML.setTraceFile TraceCML.TraceToOut
val () =
  run (fn () =>
         (trace net;
          TraceCML.traceOn net;
          trace net;
          trace tcp;
          states net;
          TraceCML.traceOnly net;
          trace tcp;
          states net;
          TraceCML.traceOff (TraceCML.moduleOf "/net/");
          trace net;
          ignore (TraceCML.moduleOf "/udp/") handle TraceCML.NoSuchModule => say "NoSuchModule";
          let
            val t = spawn (fn () => yield ())
            val u = spawn (fn () => yield ())
          in
            TraceCML.watch ("one", t);
            TraceCML.watch ("two", u);
            TraceCML.unwatch u;
            List.app (sync o joinEvt) [t, u];
            yield ()
          end))
