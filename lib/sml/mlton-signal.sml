(* Signals as MLton has them. *)

structure MLtonSignal = struct
  type t = Posix.Signal.signal
  type signal = t

  local
    val toInt = _prim "copy" : word -> int
    val ofInt = _prim "copy" : int -> word
    fun number s = toInt (Posix.Signal.toWord s)
    fun signal n = Posix.Signal.fromWord (ofInt n)
  in
    val prof = signal 27
    val vtalrm = signal 26

    structure Handler = struct
      datatype action = datatype SignalBase.action
      type t = action

      val default = Default
      val ignore = Ignore
      fun isDefault a = case a of Default => true | _ => false
      fun isIgnore a = case a of Ignore => true | _ => false
      val simple = Begin

      (* The function runs in a critical section, as nothing may come between it and what it
         goes on with. *)
      fun handler f =
        Disturb
          (fn k =>
             let
               val go = MLtonThread.Runnable.Run (fn () => Continuation.throw (k, ()))
               val () = MLtonThread.atomicBegin ()
               val MLtonThread.Runnable.Run run =
                 f go handle e => (MLtonThread.atomicEnd (); raise e)
             in
               MLtonThread.atomicEnd ();
               run ();
               k
             end)
    end

    structure Mask = struct
      type t = int
      fun some l = SignalBase.bits (List.map number l)
      val none = 0
      val all = SignalBase.bits SignalBase.all
      fun allBut l =
        let val without = List.map number l
        in
          SignalBase.bits
            (List.filter (fn s => not (List.exists (fn n => n = s) without)) SignalBase.all)
        end
      fun isMember (set, s) = SignalBase.isMember (set, number s)
      fun block set = General.ignore (SignalBase.block (0, set))
      fun unblock set = General.ignore (SignalBase.block (1, set))
      fun setBlocked set = General.ignore (SignalBase.block (2, set))
      fun getBlocked () = SignalBase.block (0, 0)
    end

    fun getHandler s = SignalBase.get (number s)
    fun setHandler (s, action) = SignalBase.set (number s, action)

    fun handled () =
      let
        fun isHandled s =
          case SignalBase.get s of
            SignalBase.Begin _ => true
          | SignalBase.Disturb _ => true
          | SignalBase.Default => false
          | SignalBase.Ignore => false
      in
        SignalBase.bits (List.filter isHandled SignalBase.all)
      end

    (* Calls that wait go on after a signal, whatever this says. *)
    val restart = ref true

    fun suspend set =
      let
        val () = Scheduler.enter ()
        val old = SignalBase.block (2, set)
      in
        SignalBase.pause ();
        Mask.setBlocked old
      end
  end
end
