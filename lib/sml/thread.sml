(* Threads of a program: they take turns, and cost a few hundred bytes each. *)

signature THREAD = sig
  (** A thread. *)
  type thread
  (** [spawn f] is a new thread that calls [f]; it runs when it is its turn. *)
  val spawn : (unit -> unit) -> thread
  (** [spawnNamed (name, f)] is the same, with a name for reports. *)
  val spawnNamed : string * (unit -> unit) -> thread
  (** [self ()] is the thread that runs. *)
  val self : unit -> thread
  (** [name t] is the thread's name, such as [main], or [thread 7] if it was given none. *)
  val name : thread -> string
  (** [same (s, t)] tells whether both are one thread. *)
  val same : thread * thread -> bool
  (** [compare (s, t)] is the order in which threads were made. *)
  val compare : thread * thread -> order
  (** [hash t] is a number that is the same for the same thread. *)
  val hash : thread -> word
  (** [hasEnded t] tells whether the thread has ended. *)
  val hasEnded : thread -> bool
  (** [yield ()] lets the others run that are ready. *)
  val yield : unit -> unit
  (** [sleep t] waits for so long while others run. *)
  val sleep : Time.time -> unit
  (** [join t] waits until the thread has ended, be it by an exception. *)
  val join : thread -> unit
  (** [exit ()] ends the thread. The first one's end is not the program's while others run. *)
  val exit : unit -> 'a

  (** What Ctrl-C (SIGINT) raises in the first thread if it should. *)
  exception Interrupt
  (* It does so where that thread computes or waits. *)
  (** [interruptible b] says whether Ctrl-C raises `Interrupt` or ends the program. *)
  val interruptible : bool -> unit

  (** A variable that has a value for each thread. *)
  type 'a local_var
  (** [newLocal f] is a variable whose first value in a thread is that of [f ()] there. *)
  val newLocal : (unit -> 'a) -> 'a local_var
  (** [getLocal v] is the value in this thread. *)
  val getLocal : 'a local_var -> 'a
  (** [setLocal (v, x)] sets the value in this thread. *)
  val setLocal : 'a local_var * 'a -> unit
end

structure Thread :> THREAD = struct
  type thread = Scheduler.thread

  fun spawnNamed (name, f) = Scheduler.spawn (name, f)
  fun spawn f = Scheduler.spawn ("", f)
  val self = Scheduler.self
  val same = Scheduler.same
  fun compare (s, t) = System.compare (Scheduler.id s, Scheduler.id t)
  fun hash t = Word.fromInt (Scheduler.id t)
  val name = Scheduler.name
  val hasEnded = Scheduler.hasEnded
  val yield = Scheduler.yield
  val exit = Scheduler.exit
  fun sleep t = (Scheduler.begin (); Scheduler.sleep (TimeBase.nanos t))

  (* Another thread may end between the question and the wait. *)
  fun join t =
    if Scheduler.hasEnded t then ()
    else
      (Scheduler.wait
         ("the end of another", fn (back, _) => Scheduler.whenEnded (t, back));
       join t)

  exception Interrupt

  fun interruptible on =
    SignalBase.set
      (2, if on then SignalBase.Disturb (fn _ => raise Interrupt) else SignalBase.Default)

  datatype 'a local_var =
    Local of {find : exn list -> 'a ref option, wrap : 'a ref -> exn, first : unit -> 'a}

  fun newLocal (f : unit -> 'a) =
    let
      exception Value of 'a ref
      fun find [] = NONE
        | find (Value r :: _) = SOME r
        | find (_ :: rest) = find rest
    in
      Local {find = find, wrap = Value, first = f}
    end

  fun cell (Local {find, wrap, first}) =
    let
      val t = Scheduler.self ()
    in
      case find (Scheduler.locals t) of
        SOME r => r
      | NONE => let val r = ref (first ()) in Scheduler.addLocal (t, wrap r); r end
    end

  fun getLocal v = !(cell v)
  fun setLocal (v, x) = cell v := x
end
