(* Synchronous variables, mailboxes, multicast channels and calls. Turns are so long that none comes in between. *)
open CML

fun say s = print (s ^ "\n")
val number = Int.toString
fun shown NONE = "nothing" | shown (SOME n) = number n

fun ivars () =
  let
    open SyncVar
    val v = iVar ()
    fun reader i = ignore (spawn (fn () => say (number i ^ " reads " ^ number (iGet v))))
  in
    List.app reader [1, 2];
    ignore (spawn (fn () => say ("event " ^ number (select [iGetEvt v, never]))));
    say (shown (iGetPoll v));
    iPut (v, 7);
    yield ();
    say (shown (iGetPoll v) ^ " " ^ number (iGet v) ^ " " ^ number (sync (iGetEvt v)));
    iPut (v, 8) handle Put => say "Put";
    say (Bool.toString (sameIVar (v, v)) ^ " " ^ Bool.toString (sameIVar (v, iVar ())))
  end

fun mvars () =
  let
    open SyncVar
    val v = mVarInit 1
    fun thread (name, f) = ignore (spawn (fn () => say (name ^ " " ^ number (f v))))
  in
    say (number (mTake v) ^ " " ^ shown (mTakePoll v) ^ " " ^ shown (mGetPoll v));
    thread ("get", mGet);
    thread ("take", mTake);
    thread ("get event", sync o mGetEvt);
    thread ("swap", fn v => mSwap (v, 30));
    thread ("take event", fn v => select [never, mTakeEvt v]);
    thread ("swap event", fn v => sync (mSwapEvt (v, 40)));
    mPut (v, 10);
    yield ();
    mPut (v, 20);
    yield ();
    mPut (v, 35);
    yield ();
    say (shown (mGetPoll v) ^ " " ^ number (mGet v) ^ " " ^ number (sync (mGetEvt v)));
    mPut (v, 1) handle Put => say "Put";
    say (number (mSwap (v, 50)) ^ " " ^ number (sync (mSwapEvt (v, 60))) ^ " " ^ shown (mTakePoll v));
    say (Bool.toString (sameMVar (v, v)) ^ " " ^ Bool.toString (sameMVar (v, mVar ())))
  end

fun mailboxes () =
  let
    open Mailbox
    val m = mailbox ()
    val () = List.app (fn i => send (m, i)) [1, 2, 3]
    val () = say (shown (recvPoll m) ^ " " ^ number (recv m) ^ " " ^ number (sync (recvEvt m)))
    val () = say (shown (recvPoll m))
    val () = List.app (fn i => ignore (spawn (fn () => say (number i ^ " gets " ^ number (recv m))))) [1, 2]
    val () = ignore (spawn (fn () => say ("event gets " ^ number (select [recvEvt m, never]))))
  in
    List.app (fn i => send (m, i)) [10, 20, 30, 40];
    yield ();
    say (shown (recvPoll m));
    say (Bool.toString (sameMailbox (m, m)) ^ " " ^ Bool.toString (sameMailbox (m, mailbox ())))
  end

fun multicasts () =
  let
    open Multicast
    val m = mChannel ()
    val () = multicast (m, 0)
    val p = port m
    fun reader (name, p, n) =
      spawn (fn () => List.app (fn _ => say (name ^ " " ^ number (recv p))) (List.tabulate (n, ignore)))
    val a = reader ("a", port m, 3)
    val b = reader ("b", port m, 2)
    val () = List.app (fn i => multicast (m, i)) [1, 2]
    val q = copy p
    val () = say ("p " ^ number (sync (recvEvt p)))
    val r = copy p
  in
    multicast (m, 3);
    List.app (sync o joinEvt) [a, b];
    say (String.concatWith " " (List.map (fn p => number (recv p)) [p, p, q, q, q, r, r]));
    (* Two threads at one port share what comes. *)
    ignore (reader ("first", p, 1));
    ignore (reader ("second", p, 1));
    multicast (m, 4);
    multicast (m, 5);
    yield ();
    yield ()
  end

fun calls () =
  let
    open SimpleRPC
    val plain = mkRPC (fn n => n + 1)
    val put = mkRPC_In (fn (n, state) => n + state)
    val get = mkRPC_Out (fn n => (n * 2, n))
    val both = mkRPC_InOut (fn (n, state) => (state, state + n))
    fun server state =
      server
        (select
           [wrap (#entryEvt plain, fn () => state), wrap (#entryEvt put state, fn () => state),
            #entryEvt get, #entryEvt both state])
    val _ = spawn (fn () => server 100)
  in
    say (String.concatWith " "
           (List.map number
              [#call plain 1, #call put 5, #call both 11, #call both 0, #call get 7, #call put 0]))
  end

(* What needs not wait works without the threads. *)
val early = Mailbox.mailbox ()
val () = Mailbox.send (early, 1)
val () = say (shown (Mailbox.recvPoll early) ^ " " ^ number (SyncVar.mTake (SyncVar.mVarInit 2)))

val status =
  RunCML.doit (fn () => (ivars (); mvars (); mailboxes (); multicasts (); calls ()), SOME (Time.fromSeconds 1000))
val () = say (if OS.Process.isSuccess status then "success" else "failure")
