(* The scheduler: which thread runs, which are ready, and what the others wait for.

   A thread that does not run is a continuation, kept by the queue of those that are ready or by
   what it waits for. The queue and all that threads wait for are changed in critical sections
   only, in which no other thread takes over. While more than one thread is ready, the runtime
   calls [turn] every few milliseconds. *)

structure Scheduler = struct
  type 'a cont = 'a Continuation.cont

  (* A thread is a reference, so that it is known from others, and weakly. [waits] says what it
     waits for if it does not run. While it lives it has functions that are called when it ends,
     and values of its own. *)
  datatype thread = Thread of life ref
  and life =
    Alive of
      {id : int, name : string, waits : string ref, watchers : (unit -> unit) list,
       locals : exn list}
  | Ended of int * string

  (* Those that are ready: a thread with its continuation, with a function that enters it and
     does not return, or with the function that it begins with. *)
  datatype queue =
    None
  | Next of thread * unit cont * queue
  | Call of thread * (unit -> unit) * queue
  | Start of thread * (unit -> unit) * queue

  local
    val callcc = Continuation.callcc
    val throw = Continuation.throw
    val callEvery = _prim "preempt.every" : int -> unit
    val weak = _prim "weak" : thread -> thread weak
    val live = _prim "weak.live" : thread weak -> bool
    val referent = _prim "weak.get" : thread weak * thread weak -> thread

    fun clock () = System.number ("steady", "", "", 0, 0)

    fun new (id, name) =
      Thread
        (ref (Alive {id = id, name = name, waits = ref "", watchers = [], locals = []}))

    fun complain text =
      let val put = _prim "io.put" : int * string * int * int -> unit
      in put (2, text, 0, String.size text) handle System.Raw _ => () end

    (* All threads, weakly: those that nothing can wake any more go. *)
    val all : thread weak list ref = ref []
    val (count, known, most) = (ref 0, ref 0, ref 1000)

    fun register t =
      (if !known < !most then ()
       else
         (all := List.filter live (!all);
          known := List.length (!all);
          most := 1000 + 2 * !known);
       known := !known + 1;
       all := weak t :: !all)

    val front = ref None
    val rear = ref None

    fun reverse (None, q) = q
      | reverse (Next (t, k, rest), q) = reverse (rest, Next (t, k, q))
      | reverse (Call (t, f, rest), q) = reverse (rest, Call (t, f, q))
      | reverse (Start (t, f, rest), q) = reverse (rest, Start (t, f, q))

    (* Those of a queue, each alone, the last one first. *)
    fun apart (None, l) = l
      | apart (Next (t, k, rest), l) = apart (rest, Next (t, k, None) :: l)
      | apart (Call (t, f, rest), l) = apart (rest, Call (t, f, None) :: l)
      | apart (Start (t, f, rest), l) = apart (rest, Start (t, f, None) :: l)

    fun ahead (None, q) = q
      | ahead (Next (t, k, _), q) = Next (t, k, q)
      | ahead (Call (t, f, _), q) = Call (t, f, q)
      | ahead (Start (t, f, _), q) = Start (t, f, q)

    (* A queue in an order that chance decides. *)
    fun shuffled q = List.foldl ahead None (Chance.shuffled (apart (q, [])))

    (* A critical section was entered so many times. *)
    val depth = ref 0
    (* True if it was somebody else's turn in a critical section. *)
    val missed = ref false
    (* True if the runtime calls [turn] at all, and if a clock has it do so now. There is no clock
       if chance decides by a seed: what it would decide could not be seen again. *)
    val preemptive = ref false
    val ticking = ref false
    (* The nanoseconds between two turns. *)
    val quantum = ref 10000000
    (* The number of threads that wait for descriptors. *)
    val polled = ref 0
    val begun = ref false

    fun tick () =
      if !ticking orelse not (!preemptive) orelse Chance.seeded then ()
      else (ticking := true; callEvery (!quantum))
  in
    val main = new (0, "main")
    val current = ref main

    fun self () = !current
    fun id (Thread t) = case !t of Alive {id, ...} => id | Ended (id, _) => id
    (* The name that it was given, which is empty for most. *)
    fun given (Thread t) = case !t of Alive {name, ...} => name | Ended (_, name) => name
    fun name t = case given t of "" => "thread " ^ Int.toString (id t) | name => name
    fun same (Thread a, Thread b) = a = b
    fun hasEnded (Thread t) = case !t of Ended _ => true | Alive _ => false

    (* The values of a thread's own. *)
    fun locals (Thread t) = case !t of Alive {locals, ...} => locals | Ended _ => []
    fun addLocal (Thread t, x) =
      case !t of
        Alive {id, name, waits, watchers, locals} =>
          t := Alive
                 {id = id, name = name, waits = waits, watchers = watchers, locals = x :: locals}
      | Ended _ => ()

    (* The threads that have not ended, with what each waits for. *)
    fun waiting () =
      let
        fun what (t as Thread r) =
          case !r of
            Alive {id, waits, ...} => SOME {id = id, name = name t, waits = !waits}
          | Ended _ => NONE
        fun found w = if live w then what (referent (w, w)) else NONE
        val others = List.rev (List.mapPartial found (!all))
      in
        case what main of SOME first => first :: others | NONE => others
      end

    (* Says that nothing can run any more, and what each thread waits for. *)
    fun reportDeadlock () =
      let
        fun line {id, name, waits} =
          "  " ^ name ^ " waits for " ^ (if waits = "" then "its turn" else waits) ^ "\n"
      in
        complain "kont: deadlock: no thread can run\n";
        complain (String.concat (List.map line (waiting ())))
      end

    (* What is called when nothing can run any more; it does not return. *)
    val stuck : (unit -> unit) ref =
      ref (fn () =>
             case waiting () of
               [] => OS.Process.exit OS.Process.success
             | _ => (reportDeadlock (); OS.Process.exit OS.Process.failure))

    (* True if nobody waits for whom a signal would matter. *)
    val done : (unit -> bool) ref = ref (fn () => List.null (waiting ()))

    (* Says that a thread has raised an exception that it does not handle. *)
    fun reportUncaught (t, e) =
      let
        val lines = List.map (fn line => "  " ^ line ^ "\n") (ExnHistory.lines e)
        val who = if given t = "" then name t else "thread " ^ given t
      in
        complain
          ("uncaught exception in " ^ who ^ ": " ^ exnMessage e ^ "\n" ^ String.concat lines)
      end

    (* What is called with an exception that a thread does not handle. *)
    val uncaught : (thread * exn -> unit) ref = ref reportUncaught

    fun enter () = depth := !depth + 1
    (* The number of critical sections around. *)
    fun sections () = !depth

    (* In a critical section: sets the nanoseconds between two turns, and gives what they were. *)
    fun setQuantum nanos =
      let val old = !quantum in
        quantum := nanos;
        if !ticking then callEvery nanos else ();
        old
      end

    (* In a critical section: a thread is ready. *)
    fun ready (t, k) = (rear := Next (t, k, !rear); if !ticking then () else tick ())
    (* The same for those of a queue. *)
    fun readyAll q =
      (tick ();
       case (!front, !rear, Chance.seeded) of
         (None, None, false) => front := q
       | (_, later, _) => rear := reverse (q, later))
    (* The same for one that a function enters, which does not return. *)
    fun readyCall (t, f) = (tick (); rear := Call (t, f, !rear))
    (* The same for one that waits for a value. *)
    fun readyWith (t, k, x) = readyCall (t, fn () => throw (k, x))

    (* In a critical section: calls a function after so many nanoseconds, in a critical section, if
       the other function says that it is still wanted. *)
    fun alarmIf (nanos, live, f) =
      (tick ();
       Alarms.add (clock () + System.max (nanos, 0) handle Overflow => valOf Int.maxInt, live, f))

    (* Before this thread waits, in a critical section: if it is the first, and is to do something
       meanwhile, this function makes it ready. *)
    fun mayWake f = if same (!current, main) then Incoming.wake := f else ()

    (* This thread does what it is to do, if it is the first. *)
    fun perform () = if same (!current, main) then Incoming.perform () else ()

    (* Says what this thread waits for, for reports. *)
    fun waitsFor what =
      case !current of
        Thread (ref (Alive {waits, ...})) => waits := what
      | Thread (ref (Ended _)) => ()

    (* In a critical section, which ends: another thread goes on. *)
    fun switch (t, k, x) = (current := t; depth := 0; throw (k, x))

    local
      (* A descriptor: the threads that wait for input and for output, and whether it has become
         ready since a thread last looked. One that is always ready is none. *)
      datatype port = Port of
        {inputs : (thread * unit cont) list ref, outputs : (thread * unit cont) list ref,
         input : bool ref, output : bool ref}

      (* By descriptor; the system's number for all. *)
      val ports : port option array ref = ref (Array.array (16, NONE))
      val events = ref ~1

      fun prepare () =
        if !events >= 0 then () else events := System.number ("epoll.create", "", "", 0, 0)

      (* In a child that was forked: it has no clock, and descriptors of its own. *)
      fun forked () =
        let
          val close = _prim "io.close" : int -> unit
          val old = !events
          fun watch (_, NONE) = ()
            | watch (fd, SOME _) =
                System.run ("epoll.watch", "", "", !events, fd)
                handle System.SysErr _ => Array.update (!ports, fd, NONE)
        in
          if !ticking then callEvery (!quantum) else ();
          if old < 0 then ()
          else (close old; events := ~1; prepare (); Array.appi watch (!ports))
        end

      fun port fd =
        if 0 <= fd andalso fd < Array.length (!ports) then Array.sub (!ports, fd) else NONE

      fun watched fd =
        case port fd of
          SOME p => SOME p
        | NONE =>
            if (prepare (); System.number ("epoll.watch", "", "", !events, fd)) = 0 then NONE
            else
              let
                val p =
                  Port {inputs = ref [], outputs = ref [], input = ref false, output = ref false}
                val n = Array.length (!ports)
              in
                if fd < n then ()
                else
                  ports :=
                    Array.tabulate
                      (2 * fd, fn i => if i < n then Array.sub (!ports, i) else NONE);
                Array.update (!ports, fd, SOME p);
                SOME p
              end

      fun wake (waiting, isReady) =
        case !waiting of
          [] => isReady := true
        | l =>
            (waiting := [];
             polled := !polled - List.length l;
             List.app (fn (t, k) => if hasEnded t then () else ready (t, k)) (List.rev l))

      (* The first thread does not wait any more. *)
      fun wakeFirst waiting =
        let val (first, others) = List.partition (fn (t, _) => same (t, main)) (!waiting) in
          waiting := others;
          polled := !polled - List.length first;
          List.app ready first
        end

      (* Wakes those whose descriptors are ready; waits so many nanoseconds, for ever if they
         are negative. *)
      fun poll nanos =
        let
          val () = prepare ()
          val found = System.text ("epoll.wait", "", "", !events, nanos)
          fun go i =
            if i >= String.size found div 16 then ()
            else
              let val what = System.packed (found, 2 * i + 1)
              in
                case port (System.packed (found, 2 * i)) of
                  SOME (Port {inputs, outputs, input, output}) =>
                    (if what <> 2 then wake (inputs, input) else ();
                     if what <> 1 then wake (outputs, output) else ())
                | NONE => Incoming.take ();
                go (i + 1)
              end
        in
          go 0
        end

      fun isEmpty () = case (!front, !rear) of (None, None) => true | _ => false

      (* Calls what is due. *)
      fun due () =
        (case Alarms.first () of NONE => () | SOME _ => Alarms.due (clock ());
         if !polled > 0 then poll 0 else ())

      (* Waits until something is ready. *)
      fun idle () =
        (case Alarms.first () of
           SOME time =>
             let val now = clock ()
             in if time > now then poll (time - now) else (); Alarms.due (clock ()) end
         | NONE =>
             if !polled > 0 orelse (!Incoming.expected > 0 andalso not (!done ())) then poll ~1
             else !stuck ();
         if isEmpty () then idle () else ())

      (* In a critical section: the thread has ended. *)
      fun finish (Thread t) =
        case !t of
          Alive {id, name, watchers, ...} =>
            (t := Ended (id, name); List.app (fn f => f ()) (List.rev watchers))
        | Ended _ => ()

      (* [exit], which is defined below. *)
      val ends : (unit -> unit) ref = ref (fn () => ())

      (* Where threads begin: a function runs, and then the thread ends. What is below it and its
         handler are the same for all. *)
      val beginning : (unit -> unit) cont =
        callcc
          (fn found =>
             let
               fun run () = callcc (fn k => throw (found, k)) ()
             in
               throw
                 (Continuation.bottom,
                  fn () => (run () handle e => !uncaught (!current, e); !ends ()))
             end)
    in
      fun dispatch () : 'a =
        case !front of
          Next (t, k, rest) => (front := rest; switch (t, k, ()))
        | Call (t, f, rest) => (front := rest; current := t; depth := 0; f (); dispatch ())
        | Start (t, f, rest) =>
            (front := rest; switch (t, beginning, f))
        | None =>
            case !rear of
              None => (depth := 1; idle (); dispatch ())
            | Next (t, k, None) => (rear := None; switch (t, k, ()))
            | q =>
                (rear := None;
                 front := (if Chance.seeded then shuffled q else reverse (q, None));
                 dispatch ())

      fun exit () : 'a = (enter (); finish (!current); dispatch ())

      (* Lets the others run that are ready. Nothing is called here that returns, since this is
         what threads do most. *)
      fun yield () =
        (if !preemptive orelse !depth > 0 then ()
         else (enter (); Incoming.take (); due (); depth := 0; perform ());
         case !front of
           None => (case !rear of None => () | _ => pass ())
         | _ => pass ())

      and pass () = callcc (fn k => (enter (); rear := Next (!current, k, !rear); dispatch ()))

      (* It is somebody else's turn. *)
      fun turn () =
        if !depth > 0 then missed := true
        else
          (depth := 1;
           Incoming.take ();
           due ();
           if not (isEmpty ()) then callcc (fn k => (ready (!current, k); dispatch ()))
           else
             (case Alarms.first () of
                NONE => if !polled = 0 andalso !ticking then (ticking := false; callEvery 0) else ()
              | SOME _ => ();
              depth := 0);
           (* Without a check, at which it could be somebody else's turn again. *)
           case !Incoming.toDo of [] => () | _ :: _ => perform ())

      (* A critical section ends in which it was somebody else's turn. *)
      fun late () = if !depth = 0 then (missed := false; turn ()) else ()

      fun leave () = (depth := !depth - 1; if !missed then late () else ())

      (* Waits until a descriptor has become ready for input or for output since the last time;
         may return too early. *)
      fun await (fd, input') =
        case (enter (); watched fd handle e => (leave (); raise e)) of
          NONE => leave ()
        | SOME (Port {inputs, outputs, input, output}) =>
            let
              val (waiting, isReady) = if input' then (inputs, input) else (outputs, output)
            in
              if !isReady then (isReady := false; leave ())
              else
                (callcc
                   (fn k =>
                      (polled := !polled + 1;
                       waiting := (!current, k) :: !waiting;
                       waitsFor (if input' then "input" else "room for output");
                       mayWake (fn () => wakeFirst waiting);
                       tick ();
                       dispatch ()));
                 perform ())
            end

      (* A descriptor is closed: those that wait for it are told by their next attempt. *)
      fun closed fd =
        case port fd of
          NONE => ()
        | SOME (Port {inputs, outputs, input, output}) =>
            (enter ();
             Array.update (!ports, fd, NONE);
             wake (inputs, input);
             wake (outputs, output);
             leave ())

      (* This thread waits until it is called back. The function gets the one to do so, and another
         one that says whether that is still wanted, both for critical sections. The first thread
         may return too early, with what it is to do done. *)
      fun wait (what, keep) =
        if same (!current, main) then
          (callcc
             (fn k =>
                let
                  val () = enter ()
                  val waits = ref true
                  fun back () = if !waits then (waits := false; ready (main, k)) else ()
                in
                  waitsFor what;
                  mayWake back;
                  keep (back, fn () => !waits);
                  dispatch ()
                end);
           perform ())
        else
          callcc
            (fn k =>
               let
                 val () = enter ()
                 val t = !current
                 fun wanted () = not (hasEnded t)
               in
                 waitsFor what;
                 keep (fn () => if wanted () then ready (t, k) else (), wanted);
                 dispatch ()
               end)

      (* This thread waits for so many nanoseconds. *)
      fun sleep nanos =
        let
          val time = clock () + System.max (nanos, 0) handle Overflow => valOf Int.maxInt
          fun keep (back, wanted) = (tick (); Alarms.add (time, wanted, back))
          fun go () = (wait ("a time", keep); if clock () < time then go () else ())
        in
          go ()
        end

      (* In a critical section: calls a function when a thread ends, in one, or at once. *)
      fun whenEnded (Thread t, f) =
        case !t of
          Alive {id, name, waits, watchers, locals} =>
            t := Alive
                   {id = id, name = name, waits = waits, watchers = f :: watchers, locals = locals}
        | Ended _ => f ()

      (* Before there is a second thread, or a signal. *)
      fun begin () =
        if !begun then ()
        else
          (begun := true;
           ends := exit;
           preemptive := AtExit.hear turn;
           Incoming.deliver :=
             (fn _ => startNow (fn () => OS.Process.exit OS.Process.failure));
           Waiting.threads := true;
           Waiting.descriptor := await;
           Waiting.closed := closed;
           Waiting.time := sleep;
           Waiting.forked := (fn () => (enter (); forked (); leave ())))

      (* In a critical section: a new thread that does not run yet. *)
      and make name =
        let
          val () = begin ()
          val number = !count + 1
          val t = new (number, name)
        in
          count := number;
          register t;
          t
        end

      (* In a critical section: a new thread, which is next. *)
      and startNow f = front := Start (make "", f, !front)

      (* In a critical section: threads from a number on end where they are, and do not run any
         more. *)
      fun forget number =
        let
          fun stays w =
            live w
            andalso
              let val t = referent (w, w) in id t < number orelse (finish t; false) end
          fun others (None, q) = q
            | others (Next (t, k, rest), q) =
                others (rest, if id t < number then Next (t, k, q) else q)
            | others (Call (t, f, rest), q) =
                others (rest, if id t < number then Call (t, f, q) else q)
            | others (Start (t, f, rest), q) =
                others (rest, if id t < number then Start (t, f, q) else q)
        in
          all := List.filter stays (!all);
          known := List.length (!all);
          front := reverse (others (!front, None), None);
          rear := reverse (others (!rear, None), None)
        end

      (* A new thread, which is ready. *)
      fun spawn (name, f) =
        let
          val () = enter ()
          val t = make name
        in
          tick ();
          rear := Start (t, f, !rear);
          leave ();
          t
        end

      (* A new thread, which runs before this one goes on. *)
      fun spawnNow (name, f) =
        callcc
          (fn k =>
             let
               val () = enter ()
               val t = make name
             in
               readyWith (!current, k, t);
               switch (t, beginning, f)
             end)
    end
  end
end
