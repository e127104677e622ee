(* A run in which no thread can go on fails, and the program goes on; timeouts that nobody waits for
   any more keep nobody waiting. *)
open CML

fun say s = print (s ^ "\n")
fun run f = say (if OS.Process.isSuccess (RunCML.doit (f, NONE)) then "success" else "failure")

val c : int chan = channel ()

val () = run (fn () => ignore (recv c))
val () = run (fn () => (ignore (spawn (fn () => send (channel (), 1))); say "the first thread ends"))
val () =
  run (fn () =>
         let val d = channel () in
           ignore (spawn (fn () => send (d, "a message")));
           say (select [wrap (timeOutEvt (Time.fromSeconds 1000), fn () => "a timeout"), recvEvt d])
         end)
val () =
  run (fn () =>
         let val d = channel () in
           ignore (spawn (fn () => (yield (); send (d, "a message"))));
           say (select [wrap (timeOutEvt (Time.fromSeconds 1000), fn () => "a timeout"), recvEvt d])
         end)
val () =
  run (fn () =>
         say (select
                [wrap (timeOutEvt (Time.fromMilliseconds 30), fn () => "later"),
                 wrap (timeOutEvt (Time.fromMilliseconds 1), fn () => "sooner"),
                 wrap (atTimeEvt (Time.+ (Time.now (), Time.fromSeconds 50)), fn () => "much later")]))
val () = run (fn () => (sync (timeOutEvt Time.zeroTime); sync (atTimeEvt Time.zeroTime); say "at once"))
