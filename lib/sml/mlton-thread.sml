(* Threads as MLton has them: each runs until it switches to another. *)

structure MLtonThread = struct
  local
    val callcc = Continuation.callcc
    val throw = Continuation.throw
    fun ended () = raise Fail "a thread has returned"
  in
    structure AtomicState = struct
      datatype t = NonAtomic | Atomic of int
    end

    val atomicBegin = Scheduler.enter
    fun atomicEnd () =
      if Scheduler.sections () = 0 then raise Fail "no critical section" else Scheduler.leave ()
    fun atomicState () =
      case Scheduler.sections () of 0 => AtomicState.NonAtomic | n => AtomicState.Atomic n
    fun atomically f =
      let
        val () = atomicBegin ()
        val x = f () handle e => (atomicEnd (); raise e)
      in
        atomicEnd ();
        x
      end

    structure Runnable = struct
      datatype t = Run of unit -> unit
    end

    (* A function that runs the thread, given one that computes its value; it never returns. A
       thread is used once. *)
    datatype 'a t = Thread of ((unit -> 'a) -> unit) option ref

    local
      fun take (Thread r) =
        case !r of
          SOME go => (r := NONE; go)
        | NONE => raise Fail "the thread has already been used"
      fun thread go = Thread (ref (SOME go))
    in
      fun new f = thread (fn value => throw (Continuation.bottom, fn () => (f (value ()); ended ())))

      fun prepend (t, f) =
        let val go = take t in thread (fn value => go (fn () => f (value ()))) end

      fun prepare (t, x) = let val go = take t in Runnable.Run (fn () => go (fn () => x)) end

      (* A switch is a critical section, which goes on until the other thread runs. *)
      fun atomicSwitch f =
        let
          val value =
            callcc
              (fn k =>
                 let
                   val Runnable.Run run =
                     f (thread (fn value => throw (k, value))) handle e => (atomicEnd (); raise e)
                 in
                   atomicEnd ();
                   run ();
                   ended ()
                 end)
        in
          value ()
        end

      fun switch f = (atomicBegin (); atomicSwitch f)
    end
  end
end
