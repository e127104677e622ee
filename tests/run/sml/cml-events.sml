(* Events: what is wrapped, guarded, chosen and refused. Turns are so long that none comes in between. *)
open CML

fun say s = print (s ^ "\n")
val number = Int.toString

fun wraps () =
  let
    val c = channel ()
    fun twice e = wrap (wrap (e, fn n => n * 2), fn n => number n)
  in
    say (sync (twice (alwaysEvt 21)));
    ignore (spawn (fn () => send (c, 5)));
    say (sync (twice (recvEvt c)));
    ignore (spawn (fn () => (yield (); send (c, 6))));
    say (sync (twice (choose [recvEvt c, never])))
  end

(* A handler is around what is wrapped in its event, and around nothing else. *)
fun handlers () =
  let
    val (c, d) = (channel (), channel ())
    fun bad _ = raise Fail "bad"
    fun rescued e = wrapHandler (wrap (e, bad), fn Fail s => "handled " ^ s | e => raise e)
    fun outer e = (sync e handle Fail s => "outside " ^ s)
  in
    say (outer (rescued (alwaysEvt 1)));
    ignore (spawn (fn () => send (c, 1)));
    say (outer (rescued (recvEvt c)));
    ignore (spawn (fn () => (yield (); send (d, 1))));
    (* The event that comes is not the one with the handler. *)
    say (outer (choose [rescued (recvEvt c), wrap (recvEvt d, bad)]));
    ignore (spawn (fn () => (yield (); send (c, 1))));
    say (outer (choose [rescued (recvEvt c), wrap (recvEvt d, bad)]));
    say (outer (wrap (wrapHandler (alwaysEvt "fine", fn _ => "not called"), bad)));
    say (outer (rescued (guard (fn () => withNack (fn _ => choose [alwaysEvt 1, alwaysEvt 2])))))
  end

fun guards () =
  let
    val count = ref 0
    val e = guard (fn () => (count := !count + 1; alwaysEvt (!count)))
  in
    say (number (sync e) ^ " " ^ number (sync e) ^ " " ^ number (sync (choose [e, never])));
    say (sync (guard (fn () => raise Fail "in a guard")) handle Fail s => s)
  end

(* Each event that is not chosen is told so once, when another one is chosen. *)
fun nacks () =
  let
    val told = channel ()
    val c = channel ()
    fun watched (name, e) =
      withNack
        (fn nack =>
           (ignore (spawn (fn () => (sync nack; say (name ^ " is refused"))));
            wrap (e, fn x => (say (name ^ " is chosen"); x))))
  in
    sync (watched ("alone", alwaysEvt ()));
    sync (choose [watched ("a", never), watched ("b", alwaysEvt ()), watched ("c", never)]);
    yield ();
    say "outer and inner";
    ignore (spawn (fn () => (yield (); send (c, ()))));
    sync (choose [watched ("outer", choose [watched ("inner", never), recvEvt c]),
                  watched ("other", recvEvt told)]);
    yield ();
    say "an exception";
    (sync (choose [watched ("d", alwaysEvt ()), guard (fn () => raise Fail "no")]))
    handle Fail s => say s;
    yield ()
  end

(* Each of several events that can happen is chosen about as often as the others. *)
fun fair () =
  let
    val counts = Array.array (4, 0)
    val c = channel ()
    fun count i = Array.update (counts, i, Array.sub (counts, i) + 1)
    fun sender () = (send (c, 3); sender ())
    val _ = spawn sender
    val e = choose (recvEvt c :: List.tabulate (3, fn i => alwaysEvt i))
    fun loop 0 = ()
      | loop n = (count (sync e); yield (); loop (n - 1))
  in
    loop 4000;
    Array.app (fn n => say (if n > 850 andalso n < 1150 then "fair" else "unfair: " ^ number n)) counts
  end

(* What waits at one channel while another is used again and again does not pile up. *)
fun stale () =
  let
    val (idle, busy) = (channel () : int chan, channel ())
    fun client 0 = ()
      | client n = (send (busy, n); client (n - 1))
    fun server (0, sum) = sum
      | server (n, sum) = server (n - 1, sum + select [recvEvt idle, recvEvt busy])
    val result = SyncVar.iVar ()
    val _ = spawn (fn () => SyncVar.iPut (result, server (1000, 0)))
    val _ = spawn (fn () => client 500)
    val _ = spawn (fn () => client 500)
  in
    say (number (SyncVar.iGet result));
    say (Bool.toString (sendPoll (idle, 1)))
  end

val status =
  RunCML.doit (fn () => (wraps (); handlers (); guards (); nacks (); fair (); stale ()), SOME (Time.fromSeconds 1000))
val () = say (if OS.Process.isSuccess status then "success" else "failure")
