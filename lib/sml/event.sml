(* Events: what a thread may wait for, alone or as one of several things.

   A base event says whether it can happen at once, makes it happen, or leaves the thread waiting
   for it. A synchronisation asks all its base events in one critical section, so that whatever is
   chosen is still possible when it is made to happen. What is wrapped around an event runs behind
   the section, in the thread that has synchronised. *)

structure Event = struct
  type 'a cont = 'a Continuation.cont
  type turn = Waiters.turn

  exception NotRunning

  (* The functions are called in a critical section. [ready] says whether the event can happen,
     [commit] makes it happen and ends the section; [block] leaves the thread waiting and goes on
     with a continuation, still in the section. *)
  datatype 'a base =
    Basic of {ready : unit -> bool, commit : unit -> 'a, block : turn * unit cont -> 'a}

  datatype 'a event =
    Base of 'a base
  | Bases of 'a base list
  | Events of 'a event list
  | Guard of unit -> 'a event
  | Nack of unit event -> 'a event

  (* True while the threads of Concurrent ML run. *)
  val running = ref false
  (* How many times they have ended. *)
  val runs = ref 0

  local
    val callcc = Continuation.callcc
    val throw = Continuation.throw
    val enter = Scheduler.enter
    val leave = Scheduler.leave

    (* Where a thread goes that waits: others run. *)
    val others : unit cont = Continuation.isolate (fn () => Scheduler.dispatch ())

    (* In a critical section: the thread would have to wait where nothing runs. *)
    fun mayNotWait () : 'a = (leave (); raise NotRunning)

    fun nothing () = ()
  in
    (* In a critical section: the thread waits in a queue, and others run. Gives what the thread
       is woken with. *)
    fun wait (q, x, what) =
      if !running then
        callcc
          (fn k =>
             (Scheduler.waitsFor what;
              Waiters.add (q, Waiters.Alone, Scheduler.self (), k, x);
              Scheduler.dispatch ()))
      else mayNotWait ()

    (* The same for one that waits at several places, and goes on with a continuation. *)
    fun waitAmong (q, turn, next, x, what) =
      callcc
        (fn k =>
           (Scheduler.waitsFor what;
            Waiters.add (q, turn, Scheduler.self (), k, x);
            throw (next, ())))

    (* A flag that is set once. *)
    datatype flag = Flag of bool ref * (unit, unit) Waiters.queue

    fun flag () = Flag (ref false, Waiters.queue ())

    (* In a critical section. *)
    fun set (Flag (isSet, q)) = (isSet := true; Waiters.wake q)

    fun whenSet (Flag (isSet, q), what) =
      Base
        (Basic
           {ready = fn () => !isSet,
            commit = fn () => leave (),
            block = fn (turn, next) => waitAmong (q, turn, next, (), what)})

    val never = Bases []

    fun alwaysEvt x =
      Base
        (Basic
           {ready = fn () => true,
            commit = fn () => (leave (); x),
            block = fn (_, next) => throw (next, ())})

    (* The same event with each of its base events made another. *)
    fun mapBases (e, f) =
      case e of
        Base b => Base (f b)
      | Bases l => Bases (List.map f l)
      | Events l => Events (List.map (fn e => mapBases (e, f)) l)
      | Guard g => Guard (fn () => mapBases (g (), f))
      | Nack g => Nack (fn nack => mapBases (g nack, f))

    fun wrap (e, f) =
      mapBases
        (e, fn Basic {ready, commit, block} =>
              Basic {ready = ready, commit = f o commit, block = f o block})

    fun wrapHandler (e, h) =
      mapBases
        (e, fn Basic {ready, commit, block} =>
              Basic
                {ready = ready,
                 commit = fn () => commit () handle e => h e,
                 block = fn x => block x handle e => h e})

    val guard = Guard
    val withNack = Nack

    (* Base events alone stay a list that needs no work at a synchronisation. *)
    fun choose l =
      let
        fun bases ([], found) = Bases (List.rev found)
          | bases (Base b :: rest, found) = bases (rest, b :: found)
          | bases (Bases l :: rest, found) = bases (rest, List.revAppend (l, found))
          | bases (_, _) = Events l
      in
        case l of [e] => e | _ => bases (l, [])
      end

    (* In a critical section: one of the events that can happen, each with the same chance. *)
    fun pick (isReady, events) =
      let
        fun first [] = NONE
          | first (x :: rest) = if isReady x then SOME (another (rest, x, 1)) else first rest
        and another ([], x, _) = x
          | another (y :: rest, x, n) =
              if isReady y then another (rest, if Chance.below (n + 1) = 0 then y else x, n + 1)
              else another (rest, x, n)
      in
        first events
      end

    fun isReady (Basic {ready, ...}) = ready ()

    fun syncBase (Basic {ready, commit, block}) =
      (enter ();
       if ready () then commit ()
       else if !running then block (Waiters.Alone, others)
       else mayNotWait ())

    (* In a critical section: waits for one of several events. Each waits with a continuation of
       its own, at whose end the thread goes on behind the synchronisation; none is inside the
       handlers of another. *)
    fun waitForOne (block, events) =
      callcc
        (fn k =>
           let
             fun all [] = (Scheduler.waitsFor (reason events); Scheduler.dispatch ())
               | all (e :: rest) =
                   (callcc (fn next => throw (k, block (e, next)));
                    all rest)
           in
             all events
           end)
    and reason [] = "an event that never happens"
      | reason (_ :: _) = "one of several events"

    fun syncBases l =
      (enter ();
       case pick (isReady, l) of
         SOME (Basic {commit, ...}) => commit ()
       | NONE =>
           if !running then
             let val turn = Waiters.Choice (ref false, nothing) in
               waitForOne (fn (Basic {block, ...}, next) => block (turn, next), l)
             end
           else mayNotWait ())

    (* The base events of an event, each with the nacks that are its own: they are not set if it is
       chosen. [nacks] gets all. *)
    fun force (e, own, nacks, found) =
      case e of
        Base b => (b, own) :: found
      | Bases l => List.foldl (fn (b, found) => (b, own) :: found) found l
      | Events l => List.foldl (fn (e, found) => force (e, own, nacks, found)) found l
      | Guard g => force (g (), own, nacks, found)
      | Nack g =>
          let val nack = flag () in
            nacks := nack :: !nacks;
            force (g (whenSet (nack, "a negative acknowledgement")), nack :: own, nacks, found)
          end

    (* In a critical section: sets all nacks but some. *)
    fun refuse (nacks, own) =
      List.app
        (fn nack as Flag (isSet, _) =>
           if List.exists (fn Flag (other, _) => other = isSet) own then () else set nack)
        nacks

    fun syncForced e =
      let
        val nacks = ref []
        val events =
          force (e, [], nacks, [])
          handle problem => (enter (); refuse (!nacks, []); leave (); raise problem)
        val nacks = !nacks
      in
        enter ();
        case pick (fn (b, _) => isReady b, events) of
          SOME (Basic {commit, ...}, own) => (refuse (nacks, own); commit ())
        | NONE =>
            if !running then
              let
                val decided = ref false
                fun turn own = Waiters.Choice (decided, fn () => refuse (nacks, own))
              in
                waitForOne (fn ((Basic {block, ...}, own), next) => block (turn own, next), events)
              end
            else (refuse (nacks, []); mayNotWait ())
      end

    fun sync (Base b) = syncBase b
      | sync (Bases l) = syncBases l
      | sync e = syncForced e

    fun select l = sync (choose l)
  end
end
