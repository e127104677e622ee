(* Timers while other threads compute: nobody wakes up too early, everybody does, and what was not
   chosen in the end wakes nobody. *)

fun say s = print (s ^ "\n")
val ms = Time.fromMilliseconds
fun since start = Time.- (Time.now (), start)

(* Threads that compute all the time, and let others run now and then. *)
val stop = ref false
fun fib n : int = if n < 2 then n else fib (n - 1) + fib (n - 2)
fun load () = if !stop then () else (ignore (fib 12); Thread.yield (); load ())
val loads = List.tabulate (3, fn _ => Thread.spawn load)

val early = ref 0
val awake = ref 0
fun sleeper i =
  Thread.spawn
    (fn () =>
       let
         val duration = ms (Int.toLarge (1 + i * 7 mod 40))
         val start = Time.now ()
       in
         Thread.sleep duration;
         if Time.< (Time.+ (since start, ms 1), duration) then early := !early + 1 else ();
         awake := !awake + 1
       end)
val () = List.app Thread.join (List.tabulate (300, sleeper))
val () = say (Int.toString (!awake) ^ " awake, " ^ Int.toString (!early) ^ " too early")

(* Those that sleep for less wake up before those that sleep for much longer. *)
val order : int list ref = ref []
fun ordered n =
  Thread.spawn (fn () => (Thread.sleep (ms (Int.toLarge (60 * n))); order := n :: !order))
val () = List.app Thread.join (List.map ordered [3, 1, 2])
val () = say (String.concatWith " " (List.map Int.toString (List.rev (!order))))

(* Sleeping for no time, or less. *)
val () = List.app Thread.sleep [Time.zeroTime, ms ~5]

(* Of a message and a timeout one happens, and the timeouts that were not chosen are no news. *)
fun main () =
  let
    val c : int CML.chan = CML.channel ()
    val (got, missed) = (ref 0, ref 0)
    (* A busy machine may let some time out before their message. *)
    fun receive () =
      if !got = 200 andalso !missed > 0 then ()
      else
        (CML.select
           [CML.wrap (CML.recvEvt c, fn _ => got := !got + 1),
            CML.wrap (CML.timeOutEvt (ms 20), fn () => missed := !missed + 1)];
         receive ())
    fun send 0 = () | send n = (CML.send (c, n); send (n - 1))
    val sender = CML.spawn (fn () => send 200)
  in
    receive ();
    CML.sync (CML.joinEvt sender);
    say (Int.toString (!got) ^ " messages, then a timeout");
    CML.sync (CML.atTimeEvt (Time.+ (Time.now (), ms 5)));
    CML.sync (CML.atTimeEvt Time.zeroTime);
    say "in time";
    RunCML.shutdown OS.Process.success
  end
val () = if OS.Process.isSuccess (RunCML.doit (main, NONE)) then () else say "failure"
val () = stop := true
val () = List.app Thread.join loads
val () = say "done"
