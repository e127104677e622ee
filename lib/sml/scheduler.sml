(* The scheduler: which thread runs, which are ready, and what the others wait for.

   A thread that does not run is a continuation, kept by the queue of those that are ready or by
   what it waits for. The queue and all that threads wait for are changed in critical sections
   only, in which no other thread takes over. *)

structure Scheduler = struct
  type 'a cont = 'a Continuation.cont

  (* [waits] says what a thread waits for that does not run, [watchers] are called when it ends,
     [locals] are the values of its own. *)
  datatype thread = Thread of
    {id : int, name : string, waits : string ref, life : life ref, locals : exn list ref}
  and life = Alive of (unit -> unit) list | Ended

  (* Those that are ready: a thread with its continuation, or with a function that enters it and
     does not return. *)
  datatype queue = None | Next of thread * unit cont * queue | Call of thread * (unit -> unit) * queue

  local
    val callcc = Continuation.callcc
    val throw = Continuation.throw
    val clock = _prim "time.now" : unit -> int

    fun new (id, name) =
      Thread {id = id, name = name, waits = ref "", life = ref (Alive []), locals = ref []}

    val count = ref 0
    val front = ref None
    val rear = ref None

    (* A critical section is entered so many times. *)
    val depth = ref 0
    (* True if the thread should have made way in a critical section. *)
    val missed = ref false

    fun reverse (None, q) = q
      | reverse (Next (t, k, rest), q) = reverse (rest, Next (t, k, q))
      | reverse (Call (t, f, rest), q) = reverse (rest, Call (t, f, q))
  in
    val main = new (0, "main")
    val current = ref main

    fun self () = !current
    fun id (Thread {id, ...}) = id
    fun name (Thread {name, ...}) = name
    fun same (Thread {waits = a, ...}, Thread {waits = b, ...}) = a = b
    fun locals (Thread {locals, ...}) = locals
    fun hasEnded (Thread {life, ...}) = case !life of Ended => true | Alive _ => false

    (* What is called when nothing can run any more; it does not return. *)
    val stuck : (unit -> unit) ref = ref (fn () => ())
    (* What is called with a thread that has raised an exception. *)
    val uncaught : (thread * exn -> unit) ref = ref (fn _ => ())

    (* In a critical section: calls a function at a time or later, in a critical section. *)
    fun alarm (time, f) = Alarms.add (time, fn () => true, f)

    fun enter () = depth := !depth + 1

    (* In a critical section: a thread is ready. *)
    fun ready (t, k) = rear := Next (t, k, !rear)
    (* The same for one that a function enters, which does not return. *)
    fun readyCall (t, f) = rear := Call (t, f, !rear)
    (* The same for one that waits for a value. *)
    fun readyWith (t, k, x) = readyCall (t, fn () => throw (k, x))

    (* In a critical section: this thread waits for something, says a word for reports. *)
    fun waitsFor what = let val Thread {waits, ...} = !current in waits := what end

    (* In a critical section, which ends: another thread goes on. *)
    fun switch (t, k, x) = (current := t; depth := 0; throw (k, x))

    fun dispatch () : 'a =
      case !front of
        Next (t, k, rest) => (front := rest; switch (t, k, ()))
      | Call (t, f, rest) => (front := rest; current := t; depth := 0; f (); dispatch ())
      | None =>
          case !rear of
            None => (idle (); dispatch ())
          | q => (rear := None; front := reverse (q, None); dispatch ())

    (* Calls what is due, and waits if nothing is ready. *)
    and idle () =
      case Alarms.first () of
        NONE => !stuck ()
      | SOME time =>
          let val now = clock () in
            if time > now then System.run ("nanosleep", "", "", time - now, 0) else ();
            Alarms.due (clock ())
          end

    (* In a critical section, which ends: a new thread starts at once. *)
    fun begin (t, start) = (current := t; depth := 0; start ())

    (* In a critical section: threads from a number on that are ready are forgotten. *)
    fun forget number =
      let
        fun old (None, q) = q
          | old (Next (t, k, rest), q) = old (rest, if id t < number then Next (t, k, q) else q)
          | old (Call (t, f, rest), q) = old (rest, if id t < number then Call (t, f, q) else q)
      in
        front := reverse (old (!front, None), None);
        rear := reverse (old (!rear, None), None)
      end

    (* Reports what each thread waits for. *)
    fun report () = ()

    (* Lets the others run that are ready. *)
    fun yield () =
      case (!front, !rear) of
        (None, None) => ()
      | _ => callcc (fn k => (enter (); ready (!current, k); dispatch ()))

    fun leave () =
      (depth := !depth - 1;
       if !missed andalso !depth = 0 then (missed := false; yield ()) else ())

    (* In a critical section: the thread has ended. *)
    fun finish (Thread {life, ...}) =
      case !life of
        Alive watchers => (life := Ended; List.app (fn f => f ()) (List.rev watchers))
      | Ended => ()

    (* In a critical section: calls a function when a thread ends, or at once. *)
    fun whenEnded (Thread {life, ...}, f) =
      case !life of
        Alive watchers => life := Alive (f :: watchers)
      | Ended => f ()

    fun exit () = (enter (); finish (!current); dispatch ())

    (* A new thread; a function starts it, which does not return. *)
    fun make (name, f) =
      let
        val number = !count + 1
        val t = new (number, name)
        fun body () = (f () handle e => !uncaught (t, e); exit ())
      in
        count := number;
        (t, fn () => throw (Continuation.bottom, body))
      end

    (* A new thread, which is ready. *)
    fun spawn (name, f) =
      let
        val () = enter ()
        val (t, start) = make (name, f)
      in
        readyCall (t, start);
        leave ();
        t
      end
  end
end
