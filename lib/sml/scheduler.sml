(* The scheduler: which thread runs next, and what happens when none can.

   A thread that does not run is a continuation, kept by the queue of those that are ready or by
   what it waits for. The queue and all that threads wait for are changed in critical sections
   only, in which no other thread takes over. While more than one thread is ready, the runtime
   calls [turn] every few milliseconds. *)

structure Scheduler = struct
  open Threads

  local
    val callcc = Continuation.callcc
    val throw = Continuation.throw
    val weak = _prim "weak" : thread -> thread weak
    val live = _prim "weak.live" : thread weak -> bool
    val referent = _prim "weak.get" : thread weak * thread weak -> thread

    fun clock () = System.number ("steady", "", "", 0, 0)
    fun later nanos = clock () + System.max (nanos, 0) handle Overflow => valOf Int.maxInt

    (* Others may not run meanwhile, so this is written at once. *)
    fun complain text =
      let
        val put = _prim "io.put" : int * string * int * int -> unit
        val flush = _prim "io.flush" : int -> unit
      in
        (put (2, text, 0, String.size text); flush 2) handle System.Raw _ => ()
      end

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

    val begun = ref false
  in
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
        case what (!main) of SOME first => first :: others | NONE => others
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
               [] => Continuation.finish OS.Process.success
             | _ => (reportDeadlock (); Continuation.finish OS.Process.failure))

    (* What is called, in a critical section, when a session gives up what the first thread does. *)
    val givenUp : (unit -> unit) ref = ref (fn () => ())

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

    (* In a critical section: sets the nanoseconds between two turns, and gives what they were. *)
    fun setQuantum nanos =
      let val old = !quantum in
        quantum := nanos;
        if !ticking then callEvery nanos else ();
        old
      end

    (* In a critical section: calls a function after so many nanoseconds, in a critical section, if
       the other function says that it is still wanted. *)
    fun alarmIf (nanos, live, f) = (tick (); Alarms.add (later nanos, live, f))

    (* Before this thread waits, in a critical section: if it is the first, and is to do something
       meanwhile, this function makes it ready. *)
    fun mayWake f = if same (!current, !main) then Incoming.wake := f else ()

    (* This thread does what it is to do, if it is the first. *)
    fun perform () = if same (!current, !main) then Incoming.perform () else ()

    (* In a critical section, which ends: another thread goes on. *)
    fun switch (t, k, x) = (current := t; depth := 0; throw (k, x))

    local
      (* Standard output that nobody has written yet, though nothing else is to be done, is written
         by a thread of its own, which [writing] is then about. *)
      val writing = ref false
      val startWriting : (unit -> unit) ref = ref (fn () => ())
      fun hasOutput () =
        not (!writing) andalso System.number ("output.show", "", "", 0, 0) > 0

      (* Calls what is due. *)
      fun due () =
        (case Alarms.first () of NONE => () | SOME _ => Alarms.due (clock ());
         if !Descriptors.awaited > 0 then Descriptors.poll 0 else ())

      fun isAwaited () =
        !Descriptors.awaited > 0 orelse (!Incoming.expected > 0 andalso not (!done ()))

      (* Waits until something is ready. *)
      fun idle () =
        (if hasOutput () then !startWriting ()
         else
           case Alarms.first () of
             SOME time =>
               let val now = clock ()
               in if time > now then Descriptors.poll (time - now) else (); Alarms.due (clock ()) end
           | NONE => if isAwaited () then Descriptors.poll ~1 else !stuck ();
         if isEmpty () then idle () else ())

      (* The values of the first thread, if it has ended. *)
      val values : exn list ref = ref []

      (* [finishSelf], which is defined below. *)
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

      fun finishSelf () : 'a =
        (if id (!current) = !Waiting.user then !Waiting.fileEnds () else ();
         enter ();
         if same (!current, !main) then values := locals (!main) else ();
         finish (!current);
         if Lock.isContended () then Lock.review () else ();
         dispatch ())

      (* Lets the others run that are ready. Nothing is called here that returns, since this is
         what threads do most. *)
      fun yield () =
        (if !preemptive orelse !depth > 0 then ()
         else (enter (); Incoming.take (); due (); depth := 0; perform ());
         case !front of
           None =>
             (case !rear of
                None => if !Descriptors.awaited > 0 then look () else ()
              | _ => pass ())
         | _ => pass ())

      (* Nobody is ready; perhaps one is whose descriptor is. *)
      and look () = (enter (); due (); leave (); if isEmpty () then () else pass ())

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
                NONE =>
                  if !Descriptors.awaited = 0 andalso !ticking then (ticking := false; callEvery 0)
                  else ()
              | SOME _ => ();
              depth := 0);
           (* Without a check, at which it could be somebody else's turn again. *)
           case !Incoming.toDo of [] => () | _ :: _ => perform ())

      (* This thread waits until it is called back. The function gets the one to do so, and another
         one that says whether this thread still waits, both for critical sections. The first
         thread may return too early, with what it is to do done. *)
      fun wait (what, keep) =
        (callcc
           (fn k =>
              let
                val () = enter ()
                val t = !current
                val waits = ref true
                fun back () =
                  if !waits then (waits := false; if hasEnded t then () else ready (t, k)) else ()
              in
                waitsFor what;
                mayWake back;
                keep (back, fn () => !waits andalso not (hasEnded t));
                dispatch ()
              end);
         perform ())

      (* This thread waits for so many nanoseconds. *)
      fun sleep nanos =
        let
          val time = later nanos
          fun keep (back, waits) = (tick (); Alarms.add (time, waits, back))
          fun go () = (wait ("a time", keep); if clock () < time then go () else ())
        in
          if sections () > 0 then Waiting.sleep nanos else go ()
        end

      local
        (* In a critical section: the sides of descriptors that a thread is to wait for; none if one
           of them is ready. *)
        fun sidesOf ([], found) = SOME found
          | sidesOf ((fd, input) :: rest, found) =
              case Descriptors.sides fd of
                NONE => NONE
              | SOME (i, out) =>
                  let val side = if input then i else out in
                    if Descriptors.isReady (fd, input, side) then NONE
                    else sidesOf (rest, side :: found)
                  end

        fun what [(_, true)] = "input"
          | what [(_, false)] = "room for output"
          | what _ = "one of several descriptors"
      in
        (* Waits until one of several descriptors has become ready for input or for output since the
           last time, or for so many nanoseconds if they are not negative; may return too early. Does
           not wait if a function says that they are not open any more. *)
        fun await (places, isOpen, nanos) =
          case
            (enter (); if isOpen () then sidesOf (places, []) else NONE)
            handle e => (leave (); raise e)
          of
            NONE => leave ()
          | SOME sides =>
              wait
                (what places,
                 fn (back, waits) =>
                   let
                     fun wake () =
                       if waits () then (Descriptors.awaited := !Descriptors.awaited - 1; back ())
                       else ()
                     val waiter = Descriptors.Waiter (!current, wake, waits)
                   in
                     Descriptors.awaited := !Descriptors.awaited + 1;
                     List.app (fn side => Descriptors.add (side, waiter)) sides;
                     if nanos < 0 then () else Alarms.add (later nanos, waits, wake);
                     mayWake wake;
                     tick ()
                   end)
      end

      (* In a child that was forked: it has no clock yet. *)
      fun forked () = (if !ticking then callEvery (!quantum) else (); Descriptors.forked ())

      (* Before there is a second thread, or a signal. *)
      fun begin () =
        if !begun then ()
        else
          (Descriptors.prepare ();
           begun := true;
           ends := finishSelf;
           late := (fn () => if !depth = 0 then (missed := false; turn ()) else ());
           preemptive := AtExit.hear turn;
           System.run ("output.threads", "", "", 0, 0);
           Incoming.deliver :=
             (fn _ => startNow (fn () => OS.Process.exit OS.Process.failure));
           startWriting :=
             (fn () =>
                (writing := true;
                 startNow
                   (fn () => (Waiting.flushed 1 handle _ => (); writing := false))));
           Waiting.threads := true;
           Waiting.descriptor :=
             (fn place as (fd, input, isOpen) =>
                if sections () > 0 then Waiting.inSystem place
                else await ([(fd, input)], isOpen, ~1));
           Waiting.descriptors := (fn (places, nanos) => await (places, fn () => true, nanos));
           Waiting.left := leave;
           Waiting.change :=
             (fn (fd, f) => Waiting.undisturbed (fn () => (f (); Descriptors.changed fd)));
           Waiting.time := sleep;
           Waiting.until := wait;
           Waiting.abandoned := abandoned;
           Waiting.here := here;
           Waiting.self := (fn () => id (!current));
           Waiting.forked := forked)

      (* In a critical section: a new thread that does not run yet. *)
      and make name =
        let
          val number = !count + 1
          val t = new (number, name)
        in
          count := number;
          register t;
          t
        end

      (* In a critical section: a new thread, which is next. *)
      and startNow f = front := Start (make "", f, !front)

      (* In a critical section: some threads end where they are, and do not run any more. *)
      and forget isGone =
        let
          fun stays w =
            live w
            andalso
              let val t = referent (w, w) in not (isGone t) orelse (finish t; false) end
          fun others (None, q) = q
            | others (Next (t, k, rest), q) =
                others (rest, if isGone t then q else Next (t, k, q))
            | others (Call (t, f, rest), q) =
                others (rest, if isGone t then q else Call (t, f, q))
            | others (Start (t, f, rest), q) =
                others (rest, if isGone t then q else Start (t, f, q))
        in
          Descriptors.release isGone;
          if isGone (!main) then finish (!main) else ();
          all := List.filter stays (!all);
          known := List.length (!all);
          Lock.review ();
          front := reverse (others (!front, None), None);
          rear := reverse (others (!rear, None), None)
        end

      (* In a session, behind an input that has not come to its end. One that an exception has ended
         has left nothing behind, most of the time; else the first thread has ended, with all others
         if all that ran was stopped, and there is another one with its values. *)
      and abandoned stopped =
        (missed := false;
         if not stopped andalso !depth = 0 andalso same (!current, !main)
            andalso not (hasEnded (!main))
         then ()
         else
           let
             val first = !main
             val t = new (!count + 1, name first)
           in
             depth := 1;
             !givenUp ();
             if hasEnded first then () else values := locals first;
             List.app (fn x => addLocal (t, x)) (List.rev (!values));
             values := [];
             forget (fn t => stopped orelse same (t, first));
             Incoming.wake := (fn () => ());
             if stopped then writing := false else ();
             count := !count + 1;
             main := t;
             current := t;
             callEvery (if !ticking then !quantum else 0);
             missed := false;
             depth := 0
           end)

      (* In a session: the thread that uses a file, which has left it waiting for ever, goes on behind
         the file as another one with its values. *)
      and here () =
        let
          val t = !current
        in
          fn () =>
            let
              val () = (missed := false; depth := 1)
              val values = locals t
              val first = same (t, !main)
              val new = if first then new (!count + 1, name t) else make (given t)
            in
              List.app (fn x => addLocal (new, x)) (List.rev values);
              forget (fn other => same (other, t));
              if first then (count := !count + 1; main := new) else ();
              current := new
            end
        end

      (* Nothing is called most of the time. *)
      fun prepare () = if !begun then () else begin ()

      fun exit () : 'a = (prepare (); finishSelf ())

      (* A new thread, which is ready. *)
      fun spawn (name, f) =
        let
          val () = (prepare (); enter ())
          val t = make name
        in
          tick ();
          rear := Start (t, f, !rear);
          leave ();
          t
        end

      (* A new thread, which runs before this one goes on. *)
      fun spawnNow (name, f) =
        (prepare ();
         callcc
          (fn k =>
             let
               val () = enter ()
               val t = make name
             in
               readyWith (!current, k, t);
               switch (t, beginning, f)
             end))
    end
  end
end
