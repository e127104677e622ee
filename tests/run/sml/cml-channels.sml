(* Threads and channels: a new thread runs first, messages keep their order, and polls do not
   wait. Turns are so long that none comes in between. *)
open CML

fun say s = print (s ^ "\n")
val number = Int.toString

fun order () =
  let
    val t = spawn (fn () => (say "the child runs first"; yield (); say "the child again"))
  in
    say "the parent";
    sync (joinEvt t);
    say "joined";
    sync (joinEvt t);
    say "joined again"
  end

fun messages () =
  let
    val c = channel ()
    val sender = spawn (fn () => List.app (fn i => send (c, i)) [1, 2, 3, 4, 5])
  in
    say (String.concatWith " " (List.tabulate (5, fn _ => number (recv c))));
    sync (joinEvt sender)
  end

(* Those who wait for a channel get their turn in the order in which they came. *)
fun queues () =
  let
    val (c, done) = (channel (), channel ())
    fun receiver i = spawn (fn () => send (done, number i ^ " got " ^ number (recv c)))
    val _ = List.tabulate (4, receiver)
  in
    List.app (fn i => send (c, i)) [10, 20, 30, 40];
    List.app (fn _ => say (recv done)) [1, 2, 3, 4];
    List.app (fn i => ignore (spawn (fn () => send (c, i)))) [1, 2, 3, 4];
    say (String.concatWith " " (List.tabulate (4, fn _ => number (recv c))))
  end

fun polls () =
  let
    val c : int chan = channel ()
  in
    say (Bool.toString (sendPoll (c, 1)));
    say (case recvPoll c of NONE => "nothing" | SOME n => number n);
    ignore (spawn (fn () => send (c, 2)));
    say (case recvPoll c of NONE => "nothing" | SOME n => number n);
    ignore (spawn (fn () => say ("received " ^ number (recv c))));
    say (Bool.toString (sendPoll (c, 3)));
    yield ()
  end

(* A thread does not meet itself at a channel. *)
fun both () =
  let
    val c = channel ()
    fun swap n =
      select [wrap (sendEvt (c, n), fn () => "sent " ^ number n),
              wrap (recvEvt c, fn m => "received " ^ number m)]
    val t = spawn (fn () => say (swap 1))
  in
    say (swap 2);
    sync (joinEvt t);
    say (Bool.toString (sendPoll (c, 0) orelse isSome (recvPoll c)))
  end

fun ring n =
  let
    fun member c =
      let
        val next = channel ()
        fun loop () = (send (next, recv c + 1); loop ())
      in
        ignore (spawn loop);
        next
      end
    val first = channel ()
    fun build (0, c) = c
      | build (i, c) = build (i - 1, member c)
    val last = build (n, first)
  in
    List.app (fn x => (send (first, x); say (number (recv last)))) [0, 1000, 2000]
  end

fun same () =
  let
    val (a, b) = (channel () : int chan, channel ())
    val t = getTid ()
    val u = spawn (fn () => ())
  in
    say (String.concatWith " "
           (List.map Bool.toString [sameChannel (a, a), sameChannel (a, b), sameTid (t, t), sameTid (t, u)]));
    say (case compareTid (t, u) of LESS => "less" | EQUAL => "equal" | GREATER => "greater");
    say (Bool.toString (hashTid t <> hashTid u andalso tidToString t <> tidToString u))
  end

val status =
  RunCML.doit
    (fn () => (order (); messages (); queues (); polls (); both (); ring 20; same ()),
     SOME (Time.fromSeconds 1000))
val () = say (if OS.Process.isSuccess status then "success" else "failure")
