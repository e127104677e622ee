(* The scheduler: which thread runs, which are ready, and what the others wait for.

   A thread that does not run is a continuation, kept by the queue of those that are ready or by
   what it waits for. The queue and all that threads wait for are changed in critical sections
   only, in which no other thread takes over. While more than one thread is ready, the runtime
   calls [turn] every few milliseconds. *)

structure Scheduler = struct
  type 'a cont = 'a Continuation.cont

  (* [waits] says what a thread waits for that does not run. While it lives it has functions that
     are called when it ends, and values of its own. *)
  datatype thread = Thread of {id : int, name : string, waits : string ref, life : life ref}
  and life = Alive of (unit -> unit) list * exn list | Ended

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
    val callTurn = _prim "preempt.by" : (unit -> unit) -> bool
    val callEvery = _prim "preempt.every" : int -> unit
    val weak = _prim "weak" : thread -> thread weak
    val live = _prim "weak.live" : thread weak -> bool
    val referent = _prim "weak.get" : thread weak * thread weak -> thread

    fun clock () = System.number ("steady", "", "", 0, 0)

    fun new (id, name) =
      Thread {id = id, name = name, waits = ref "", life = ref (Alive ([], []))}

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

    (* A critical section was entered so many times. *)
    val depth = ref 0
    (* True if it was somebody else's turn in a critical section. *)
    val missed = ref false
    (* True if the runtime calls [turn] at all, and if it does so now. *)
    val preemptive = ref false
    val ticking = ref false
    (* The number of threads that wait for descriptors. *)
    val polled = ref 0
    val begun = ref false

    fun tick () =
      if !ticking orelse not (!preemptive) then () else (ticking := true; callEvery 10000000)
  in
    val main = new (0, "main")
    val current = ref main

    fun self () = !current
    fun id (Thread {id, ...}) = id
    fun name (Thread {name, ...}) = name
    fun same (Thread {waits = a, ...}, Thread {waits = b, ...}) = a = b
    fun hasEnded (Thread {life, ...}) = case !life of Ended => true | Alive _ => false

    (* The values of a thread's own. *)
    fun locals (Thread {life, ...}) = case !life of Alive (_, l) => l | Ended => []
    fun addLocal (Thread {life, ...}, x) =
      case !life of Alive (watchers, l) => life := Alive (watchers, x :: l) | Ended => ()

    (* The threads that have not ended, with what each waits for. *)
    fun waiting () =
      let
        fun what (t as Thread {name, id, waits, ...}) = {id = id, name = name, waits = !waits}
        fun found w =
          if not (live w) then NONE
          else let val t = referent (w, w) in if hasEnded t then NONE else SOME (what t) end
      in
        (if hasEnded main then [] else [what main]) @ List.rev (List.mapPartial found (!all))
      end

    (* Says that nothing can run any more, and what each thread waits for. *)
    fun reportDeadlock () =
      let
        fun line {id, name, waits} =
          "  " ^ name ^ " waits for " ^ (if waits = "" then "its turn" else waits) ^ "\n"
      in
        complain ("kont: deadlock: no thread can run\n" ^ String.concat (List.map line (waiting ())))
      end

    (* What is called when nothing can run any more; it does not return. *)
    val stuck : (unit -> unit) ref =
      ref (fn () =>
             case waiting () of
               [] => OS.Process.exit OS.Process.success
             | _ => (reportDeadlock (); OS.Process.exit OS.Process.failure))

    (* Says that a thread has raised an exception that it does not handle. *)
    fun reportUncaught (Thread {name, ...}, e) =
      let val lines = List.map (fn line => "  " ^ line ^ "\n") (ExnHistory.lines e)
      in
        complain
          ("uncaught exception in thread " ^ name ^ ": " ^ exnMessage e ^ "\n"
           ^ String.concat lines)
      end

    (* What is called with an exception that a thread does not handle. *)
    val uncaught : (thread * exn -> unit) ref = ref reportUncaught
    (* What is called at a turn, in a critical section. *)
    val atTurn : (unit -> unit) ref = ref (fn () => ())
    fun enter () = depth := !depth + 1

    (* In a critical section: a thread is ready. *)
    fun ready (t, k) = (rear := Next (t, k, !rear); if !ticking then () else tick ())
    (* The same for one that a function enters, which does not return. *)
    fun readyCall (t, f) = (tick (); rear := Call (t, f, !rear))
    (* The same for one that waits for a value. *)
    fun readyWith (t, k, x) = readyCall (t, fn () => throw (k, x))

    (* In a critical section: calls a function after so many nanoseconds, in a critical section, if
       the other function says that it is still wanted. *)
    fun alarmIf (nanos, live, f) =
      (tick ();
       Alarms.add (clock () + System.max (nanos, 0) handle Overflow => valOf Int.maxInt, live, f))
    fun alarm (nanos, f) = alarmIf (nanos, fn () => true, f)

    (* Says what this thread waits for, for reports. *)
    fun waitsFor what = let val Thread {waits, ...} = !current in waits := what end

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

      fun port fd =
        if fd < Array.length (!ports) then Array.sub (!ports, fd) else NONE

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
        | l => (waiting := []; polled := !polled - List.length l; List.app ready (List.rev l))

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
                | NONE => ();
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
         | NONE => if !polled > 0 then poll ~1 else !stuck ();
         if isEmpty () then idle () else ())

      (* In a critical section: the thread has ended. *)
      fun finish (Thread {life, ...}) =
        case !life of
          Alive (watchers, _) => (life := Ended; List.app (fn f => f ()) (List.rev watchers))
        | Ended => ()

      (* [exit], which is defined below. *)
      val ends : (unit -> unit) ref = ref (fn () => ())

      (* What a new thread does. *)
      fun begins (t, f) = fn () => (f () handle e => !uncaught (t, e); !ends ())
    in
      fun dispatch () : 'a =
        case !front of
          Next (t, k, rest) => (front := rest; switch (t, k, ()))
        | Call (t, f, rest) => (front := rest; current := t; depth := 0; f (); dispatch ())
        | Start (t, f, rest) =>
            (front := rest; current := t; depth := 0; throw (Continuation.bottom, begins (t, f)))
        | None =>
            case !rear of
              None => (depth := 1; idle (); dispatch ())
            | Next (t, k, None) => (rear := None; switch (t, k, ()))
            | q => (rear := None; front := reverse (q, None); dispatch ())

      fun exit () : 'a = (enter (); finish (!current); dispatch ())

      (* Lets the others run that are ready. *)
      fun yield () =
        (if !preemptive orelse !depth > 0 then () else (enter (); due (); depth := 0);
         if isEmpty () then ()
         else callcc (fn k => (enter (); ready (!current, k); dispatch ())))

      (* It is somebody else's turn. *)
      fun turn () =
        if !depth > 0 then missed := true
        else
          (depth := 1;
           !atTurn ();
           due ();
           if not (isEmpty ()) then callcc (fn k => (ready (!current, k); dispatch ()))
           else
             (case Alarms.first () of
                NONE => if !polled > 0 then () else (ticking := false; callEvery 0)
              | SOME _ => ();
              depth := 0))

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
                callcc
                  (fn k =>
                     (polled := !polled + 1;
                      waiting := (!current, k) :: !waiting;
                      waitsFor (if input' then "input" else "room for output");
                      tick ();
                      dispatch ()))
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

      (* This thread waits for so many nanoseconds. *)
      fun sleep nanos =
        callcc
          (fn k =>
             let
               val () = enter ()
               val t = !current
             in
               waitsFor "a time";
               alarm (nanos, fn () => ready (t, k));
               dispatch ()
             end)

      (* In a critical section: calls a function when a thread ends, in one, or at once. *)
      fun whenEnded (Thread {life, ...}, f) =
        case !life of
          Alive (watchers, locals) => life := Alive (f :: watchers, locals)
        | Ended => f ()

      (* Before there is a second thread. *)
      fun begin () =
        if !begun then ()
        else
          (begun := true;
           ends := exit;
           preemptive := callTurn turn;
           Waiting.threads := true;
           Waiting.descriptor := await;
           Waiting.closed := closed;
           Waiting.time := sleep)

      (* In a critical section: a new thread that does not run yet. *)
      fun make name =
        let
          val () = begin ()
          val number = !count + 1
          val t = new (number, name)
        in
          count := number;
          register t;
          t
        end

      (* In a critical section: threads from a number on that are ready are forgotten. *)
      fun forget number =
        let
          fun others (None, q) = q
            | others (Next (t, k, rest), q) =
                others (rest, if id t < number then Next (t, k, q) else q)
            | others (Call (t, f, rest), q) =
                others (rest, if id t < number then Call (t, f, q) else q)
            | others (Start (t, f, rest), q) =
                others (rest, if id t < number then Start (t, f, q) else q)
        in
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
               current := t;
               depth := 0;
               throw (Continuation.bottom, begins (t, f))
             end)
    end
  end
end
