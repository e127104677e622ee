(* Threads, the one that runs, critical sections, and those that are ready to run. *)

structure Threads = struct
  type 'a cont = 'a Continuation.cont

  (* A thread is a reference, so that it is known from others, and weakly. [waits] says what it
     waits for if it does not run. While it lives it may have a name, functions that are called when
     it ends, and values of its own; most have none of these. *)
  datatype thread = Thread of life ref
  and life = Alive of {id : int, waits : string ref, extra : extra} | Ended of int * string
  and extra = Plain | Extra of string * (unit -> unit) list * exn list

  (* Those that are ready: a thread with its continuation, with a function that enters it and
     does not return, or with the function that it begins with. *)
  datatype queue =
    None
  | Next of thread * unit cont * queue
  | Call of thread * (unit -> unit) * queue
  | Start of thread * (unit -> unit) * queue

  (* The number of critical sections around. *)
  val depth = Waiting.sections
  (* True if it was somebody else's turn in a critical section; [late] is then called behind it. *)
  val missed = ref false
  val late : (unit -> unit) ref = ref (fn () => ())

  fun enter () = depth := !depth + 1
  fun leave () = (depth := !depth - 1; if !missed then !late () else ())
  fun sections () = !depth

  fun new (id, name) =
    let val extra = case name of "" => Plain | _ => Extra (name, [], []) in
      Thread (ref (Alive {id = id, waits = ref "", extra = extra}))
    end

  (* The first thread. In a session, an input that does not come to its end ends it, and there is
     another one. *)
  val main = ref (new (0, "main"))
  val current = ref (!main)

  fun self () = !current
  fun id (Thread t) = case !t of Alive {id, ...} => id | Ended (id, _) => id
  fun same (Thread a, Thread b) = a = b
  fun hasEnded (Thread t) = case !t of Ended _ => true | Alive _ => false

  local
    fun parts Plain = ("", [], [])
      | parts (Extra all) = all
    (* In a critical section. *)
    fun change (Thread t, f) =
      case !t of
        Alive {id, waits, extra} =>
          t := Alive {id = id, waits = waits, extra = Extra (f (parts extra))}
      | Ended _ => ()
  in
    (* The name that it was given, which is empty for most. *)
    fun given (Thread t) =
      case !t of Alive {extra, ...} => #1 (parts extra) | Ended (_, name) => name
    fun name t = case given t of "" => "thread " ^ Int.toString (id t) | name => name

    (* The values of a thread's own. *)
    fun locals (Thread t) = case !t of Alive {extra, ...} => #3 (parts extra) | Ended _ => []
    fun addLocal (t, x) =
      (enter ();
       change (t, fn (name, watchers, locals) => (name, watchers, x :: locals));
       leave ())

    (* In a critical section: calls a function when a thread ends, in one, or at once. *)
    fun whenEnded (t, f) =
      if hasEnded t then f ()
      else change (t, fn (name, watchers, locals) => (name, f :: watchers, locals))

    (* In a critical section: the thread has ended. *)
    fun finish (Thread t) =
      case !t of
        Alive {id, extra = Plain, ...} => t := Ended (id, "")
      | Alive {id, extra = Extra (name, watchers, _), ...} =>
          (t := Ended (id, name); List.app (fn f => f ()) (List.rev watchers))
      | Ended _ => ()
  end

  (* Says what this thread waits for, for reports. *)
  fun waitsFor what =
    case !current of
      Thread (ref (Alive {waits, ...})) => waits := what
    | Thread (ref (Ended _)) => ()

  (* Those that are ready; the rear is in reverse. *)
  val front = ref None
  val rear = ref None

  fun reverse (None, q) = q
    | reverse (Next (t, k, rest), q) = reverse (rest, Next (t, k, q))
    | reverse (Call (t, f, rest), q) = reverse (rest, Call (t, f, q))
    | reverse (Start (t, f, rest), q) = reverse (rest, Start (t, f, q))

  fun isEmpty () = case (!front, !rear) of (None, None) => true | _ => false

  (* True if the runtime calls the scheduler at all when it is somebody else's turn, and if a clock
     has it do so now. There is no clock if chance decides by a seed: what it would decide could not
     be seen again. *)
  val preemptive = ref false
  val ticking = ref false
  (* The nanoseconds between two turns. *)
  val quantum = ref 10000000
  val callEvery = _prim "preempt.every" : int -> unit

  (* In a critical section: there is something to do at the next turn. *)
  fun tick () =
    if !ticking orelse not (!preemptive) orelse Chance.seeded then ()
    else (ticking := true; callEvery (!quantum))

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
  fun readyWith (t, k, x) = readyCall (t, fn () => Continuation.throw (k, x))
end
