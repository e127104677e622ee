(* Threads that were ended while they waited wait no more: nobody meets them in a later run. *)

open CML
val c : int chan = channel ()
val d : int chan = channel ()
val v : int SyncVar.mvar = SyncVar.mVar ()
val box : int Mailbox.mbox = Mailbox.mailbox ()

fun say s = print (s ^ "\n")
fun run f = if OS.Process.isSuccess (RunCML.doit (f, NONE)) then say "success" else say "failure"
fun start f = ignore (spawn (fn () => (f (); say "wrong")))

val () =
  run
    (fn () =>
       (start (fn () => ignore (recv c));
        start (fn () => ignore (select [recvEvt c, recvEvt d]));
        start (fn () => ignore (recv c));
        start (fn () => ignore (SyncVar.mTake v));
        start (fn () => ignore (Mailbox.recv box));
        RunCML.shutdown OS.Process.success))

val () =
  run
    (fn () =>
       (ignore (spawn (fn () => say ("c " ^ Int.toString (recv c))));
        send (c, 2);
        ignore (spawn (fn () => send (d, 3)));
        say ("d " ^ Int.toString (recv d));
        ignore (spawn (fn () => say ("v " ^ Int.toString (SyncVar.mTake v))));
        SyncVar.mPut (v, 4);
        Mailbox.send (box, 5);
        say ("box " ^ Int.toString (Mailbox.recv box))))
