(* Signals that a program handles. They are noticed between two steps of the program, or where it
   waits. *)

structure SignalBase = struct
  type 'a cont = 'a Continuation.cont

  (* What a signal does: what it does to other processes, nothing, have a new thread call a function,
     or have the first thread go on elsewhere. *)
  datatype action =
    Default
  | Ignore
  | Begin of unit -> unit
  | Disturb of unit cont -> unit cont

  local
    (* By number, which is less than the length. *)
    val actions = Array.array (32, Default)
    (* Those who wait for any signal. *)
    val pausing : (unit -> unit) list ref = ref []

    val and' = _prim "and.i64" : int * int -> int
    val shift = _prim "shl.i64" : int * int -> int

    fun ask (signal, n) = System.number ("signal.set", "", "", signal, n)

    fun elsewhere f () = Continuation.callcc (fn k => Continuation.throw (f k, ()))

    fun act signal =
      case Array.sub (actions, signal) of
        Default => Scheduler.startNow (fn () => OS.Process.exit OS.Process.failure)
      | Ignore => ()
      | Begin f => Scheduler.startNow f
      | Disturb f => Incoming.add (elsewhere f)

    fun has (bits, signal) = and' (bits, shift (1, signal)) <> 0

    (* In a critical section. *)
    fun deliver bits =
      let
        val waiting = List.rev (!pausing)
        fun go 0 = ()
          | go signal = (if has (bits, signal) then act signal else (); go (signal - 1))
      in
        pausing := [];
        List.app (fn back => back ()) waiting;
        go (Array.length actions - 1)
      end
  in
    (* Signals as a set, a bit each. *)
    fun bits signals =
      List.foldl (fn (s, set) => if has (set, s) then set else set + shift (1, s)) 0 signals
    fun isMember (set, signal) = has (set, signal)
    val all = List.tabulate (31, fn i => i + 1)

    fun get signal =
      case ask (signal, 3) of
        0 => Default
      | 1 => Ignore
      | _ => Array.sub (actions, signal)

    fun set (signal, action) =
      let
        val () = (Scheduler.begin (); Scheduler.enter (); Incoming.deliver := deliver)
        val handled = case action of Default => 0 | Ignore => 1 | Begin _ => 2 | Disturb _ => 2
        val old = ask (signal, handled) handle e => (Scheduler.leave (); raise e)
        fun count n = if n = 2 then 1 else 0
      in
        Incoming.expected := !Incoming.expected + count handled - count old;
        Array.update (actions, signal, action);
        Scheduler.leave ()
      end

    (* Blocks signals (0 these as well, 1 these no more, 2 these alone); gives those that were. *)
    fun block (how, set) = System.number ("signal.mask", "", "", how, set)

    (* Waits for a signal; a critical section around it ends there. *)
    fun pause () =
      (Scheduler.begin ();
       Scheduler.wait ("a signal", fn (back, _) => pausing := back :: !pausing))
  end
end
