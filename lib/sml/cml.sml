(* Concurrent ML: threads that meet at channels, and events, which say what a thread may wait for.

   What would have to wait outside RunCML.doit raises [NotRunning]. *)

signature CML = sig
  type thread_id
  type 'a chan
  type 'a event

  exception NotRunning

  (** What this library is. *)
  val version : {system : string, version_id : int list, date : string}
  (** What this library is, in a line. *)
  val banner : string

  (** Starts a thread that applies a function to a value; it runs before this thread goes on. *)
  val spawnc : ('a -> unit) -> 'a -> thread_id
  (** Starts a thread that calls a function; it runs before this thread goes on. *)
  val spawn : (unit -> unit) -> thread_id
  (** Lets the other threads run that are ready. *)
  val yield : unit -> unit
  (** Ends this thread. *)
  val exit : unit -> 'a
  (** This thread. *)
  val getTid : unit -> thread_id
  (** Whether two are one thread. *)
  val sameTid : thread_id * thread_id -> bool
  (** Orders threads by their age. *)
  val compareTid : thread_id * thread_id -> order
  (** A number of a thread for tables. *)
  val hashTid : thread_id -> word
  (** A name of a thread for messages. *)
  val tidToString : thread_id -> string
  (** The end of a thread. *)
  val joinEvt : thread_id -> unit event

  (** A new channel. *)
  val channel : unit -> 'a chan
  (** Whether two are one channel. *)
  val sameChannel : 'a chan * 'a chan -> bool
  (** Sends a value to a thread that receives it; waits for one. *)
  val send : 'a chan * 'a -> unit
  (** Receives a value from a thread that sends it; waits for one. *)
  val recv : 'a chan -> 'a
  (** The event of sending a value. *)
  val sendEvt : 'a chan * 'a -> unit event
  (** The event of receiving a value. *)
  val recvEvt : 'a chan -> 'a event
  (** Sends a value if a thread waits for it already; says whether one did. *)
  val sendPoll : 'a chan * 'a -> bool
  (** Receives a value if a thread waits with one already. *)
  val recvPoll : 'a chan -> 'a option

  (** The event, then the function on its result. *)
  val wrap : 'a event * ('a -> 'b) -> 'b event
  (** The event, with a handler around what is wrapped in it. *)
  val wrapHandler : 'a event * (exn -> 'a) -> 'a event
  (** The event that the function makes for each synchronisation. *)
  val guard : (unit -> 'a event) -> 'a event
  (** As `guard`; the event that the function gets happens if the one it makes is not chosen. *)
  val withNack : (unit event -> 'a event) -> 'a event
  (** One of the events that can happen, each with the same chance. *)
  val choose : 'a event list -> 'a event
  (** Waits for an event, and gives its result. *)
  val sync : 'a event -> 'a
  (** Waits for one of several events, and gives its result. *)
  val select : 'a event list -> 'a
  (** The event that never happens. *)
  val never : 'a event
  (** The event that can always happen. *)
  val alwaysEvt : 'a -> 'a event

  (** The event that happens so long after the synchronisation has begun. *)
  val timeOutEvt : Time.time -> unit event
  (** The event that happens from a time on. *)
  val atTimeEvt : Time.time -> unit event

  (** A value that each thread has of its own; `getFn` makes it if it is not there. *)
  val newThreadProp :
    (unit -> 'a)
    -> {clrFn : unit -> unit, getFn : unit -> 'a, peekFn : unit -> 'a option, setFn : 'a -> unit}
  (** A flag that each thread has of its own, not set at first. *)
  val newThreadFlag : unit -> {getFn : unit -> bool, setFn : bool -> unit}
end

structure CML :> CML
  where type thread_id = Scheduler.thread
  where type 'a chan = 'a Channel.chan
  where type 'a event = 'a Event.event =
struct
  open Event Channel

  type thread_id = Scheduler.thread

  local
    val enter = Scheduler.enter
    val leave = Scheduler.leave
  in
    val version = {system = "Kont", version_id = [1], date = "2026"}
    val banner = "Concurrent ML of Kont"

    val yield = Scheduler.yield
    val exit = Scheduler.exit
    val getTid = Scheduler.self
    val sameTid = Scheduler.same
    fun compareTid (a, b) = Int.compare (Scheduler.id a, Scheduler.id b)
    fun hashTid t = Word.fromInt (Scheduler.id t)
    fun tidToString t = "[" ^ StringCvt.padLeft #"0" 6 (Int.toString (Scheduler.id t)) ^ "]"

    fun spawn f = if !running then Scheduler.spawnNow ("", f) else raise NotRunning
    fun spawnc f x = spawn (fn () => f x)

    (* All who wait for the end of a thread share one flag, which the thread keeps. *)
    exception Joined of flag

    fun joinEvt t =
      let
        fun find [] =
              let val f = flag () in
                Scheduler.addLocal (t, Joined f);
                Scheduler.whenEnded (t, fn () => set f);
                f
              end
          | find (Joined f :: _) = f
          | find (_ :: rest) = find rest
        val () = enter ()
        val f = find (Scheduler.locals t)
      in
        leave ();
        whenSet (f, "the end of thread " ^ tidToString t)
      end

    (* The thread waits for so many nanoseconds. A timeout that a finished run of threads has left
       wakes nobody. *)
    fun waitFor (nanos, turn, next) =
      Continuation.callcc
        (fn k =>
           let
             val t = Scheduler.self ()
             val run = !runs
             val () = Scheduler.waitsFor "a time"
             fun awaited () = Waiters.live (turn, t) andalso !runs = run
             fun wake () = (Waiters.decide turn; Scheduler.ready (t, k))
           in
             Scheduler.alarmIf (nanos, awaited, wake);
             Continuation.throw (next, ())
           end)

    fun nanoseconds t = TimeBase.nanos t handle Overflow => valOf Int.maxInt

    fun timeOutEvt t =
      let val duration = nanoseconds t in
        Base
          (Basic
             {ready = fn () => duration <= 0,
              commit = leave,
              block = fn (turn, next) => waitFor (duration, turn, next)})
      end

    fun atTimeEvt t =
      let fun remaining () = nanoseconds t - nanoseconds (Time.now ()) in
        Base
          (Basic
             {ready = fn () => remaining () <= 0,
              commit = leave,
              block = fn (turn, next) => waitFor (remaining (), turn, next)})
      end

    fun newThreadProp (init : unit -> 'a) =
      let
        exception Value of 'a option ref
        fun find [] =
              let
                val r = ref NONE
              in
                enter ();
                Scheduler.addLocal (Scheduler.self (), Value r);
                leave ();
                r
              end
          | find (Value r :: _) = r
          | find (_ :: rest) = find rest
        fun value () = find (Scheduler.locals (Scheduler.self ()))
        fun clrFn () = value () := NONE
        fun setFn x = value () := SOME x
        fun peekFn () = !(value ())
        fun getFn () =
          case peekFn () of
            SOME x => x
          | NONE => let val x = init () in setFn x; x end
      in
        {clrFn = clrFn, getFn = getFn, peekFn = peekFn, setFn = setFn}
      end

    fun newThreadFlag () =
      let val {getFn, setFn, ...} = newThreadProp (fn () => false) in
        {getFn = getFn, setFn = setFn}
      end
  end
end
