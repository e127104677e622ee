(* MLton's own structure, as far as portable programs use it. *)

structure MLton = struct
  val isMLton = false

  structure Cont = struct
    type 'a t = 'a cont
    open Continuation
    fun throw' (k, f) = throw (k, f ())
    fun prepend (k, f) =
      callcc (fn found => throw (k, f (callcc (fn k' => throw (found, k')))))
  end

  structure Exn = struct
    val history = ExnHistory.lines
    fun topLevelHandler e = raise e
    fun addExnMessager f =
      ExnMessages.all :=
        (fn e => case f e of SOME s => (true, s) | NONE => (false, "")) :: !ExnMessages.all
  end

  structure GC = struct
    local
      val collect' = _prim "gc.collect" : unit -> unit
    in
      fun collect () = (collect' (); MLtonFinalizable.run ())
    end
    fun pack () = collect ()
    fun unpack () = ()
  end

  structure Finalizable :> sig
    (** A value with finalisers. *)
    type 'a t
    (** [addFinalizer (v, f)] has [f] applied to the value when nothing reaches [v] any more. *)
    val addFinalizer : 'a t * ('a -> unit) -> unit
    (** [finalizeBefore (v, w)] has the finalisers of [v] run before those of [w]. *)
    val finalizeBefore : 'a t * 'b t -> unit
    (** [new x] is a value that may have finalisers. *)
    val new : 'a -> 'a t
    (** [touch v] keeps the finalisers from running before this. *)
    val touch : 'a t -> unit
    (** [withValue (v, f)] is [f] of the value, whose finalisers do not run before its end. *)
    val withValue : 'a t * ('a -> 'b) -> 'b
  end = MLtonFinalizable

  structure IntInf = MLtonNumbers.IntInf
  structure Itimer : sig
    (** What a timer counts. *)
    datatype t = Prof | Real | Virtual
    (** [set (t, {interval, value})] has the signal sent after [value] and then every [interval]. *)
    val set : t * {interval : Time.time, value : Time.time} -> unit
    (** [signal t] is the signal that the timer sends. *)
    val signal : t -> Posix.Signal.signal
  end = MLtonSystem.Itimer
  structure Platform = MLtonPlatform
  structure ProcEnv = MLtonSystem.ProcEnv
  structure Process = MLtonProcess
  structure Profile :> sig
    structure Data : sig
      (** What a profile is collected in. *)
      type t
      (** [equals (d, e)] tells whether the two are one. *)
      val equals : t * t -> bool
      (** [free d] gives it back. *)
      val free : t -> unit
      (** [malloc ()] is a new one. *)
      val malloc : unit -> t
      (** [write (d, file)] writes it if profiles are collected. *)
      val write : t * string -> unit
    end
    (** Are profiles collected? They never are. *)
    val isOn : bool
    (** [withData (d, f)] is [f ()], with the profile in [d]. *)
    val withData : Data.t * (unit -> 'a) -> 'a
  end = MLtonSystem.Profile

  structure Random = struct
    open MLtonNumbers.Random
  end

  structure Rusage = MLtonSystem.Rusage

  structure Signal : sig
    (** Signals. *)
    type t = Posix.Signal.signal
    type signal = t
    structure Handler : sig
      (** What a signal does. *)
      type t
      (** What it does to other processes. *)
      val default : t
      (** [handler f] has the first thread go on as [f] says of it. *)
      val handler : (MLtonThread.Runnable.t -> MLtonThread.Runnable.t) -> t
      (** Nothing. *)
      val ignore : t
      (** [isDefault h] tells whether it is [default]. *)
      val isDefault : t -> bool
      (** [isIgnore h] tells whether it is [ignore]. *)
      val isIgnore : t -> bool
      (** [simple f] has a new thread call [f]. *)
      val simple : (unit -> unit) -> t
    end
    structure Mask : sig
      (** Sets of signals. *)
      type t
      (** All signals. *)
      val all : t
      (** [allBut l] are all but these. *)
      val allBut : signal list -> t
      (** [block m] keeps these waiting as well. *)
      val block : t -> unit
      (** [getBlocked ()] are those that are kept waiting. *)
      val getBlocked : unit -> t
      (** [isMember (m, s)] tells whether [s] is one of them. *)
      val isMember : t * signal -> bool
      (** No signal. *)
      val none : t
      (** [setBlocked m] keeps these waiting, and no others. *)
      val setBlocked : t -> unit
      (** [some l] are these. *)
      val some : signal list -> t
      (** [unblock m] lets these in. *)
      val unblock : t -> unit
    end
    (** [getHandler s] is what [s] does. *)
    val getHandler : signal -> Handler.t
    (** [handled ()] are the signals that have a handler. *)
    val handled : unit -> Mask.t
    (** The signal of the timer of a profile. *)
    val prof : signal
    (** Calls that wait go on after a signal, whatever this says. *)
    val restart : bool ref
    (** [setHandler (s, h)] sets what [s] does. *)
    val setHandler : signal * Handler.t -> unit
    (** [suspend m] waits for a signal that is not in [m]. *)
    val suspend : Mask.t -> unit
    (** The signal of the timer of the processor's time. *)
    val vtalrm : signal
  end = MLtonSignal

  structure TextIO = KontMLtonIO (structure Files = TextFiles)
  structure BinIO = KontMLtonIO (structure Files = BinFiles)

  structure Thread :> sig
    structure AtomicState : sig
      (** Is it in critical sections, and how many? *)
      datatype t = NonAtomic | Atomic of int
    end
    (** [atomically f] is [f ()] in a critical section. *)
    val atomically : (unit -> 'a) -> 'a
    (** [atomicBegin ()] begins a critical section. *)
    val atomicBegin : unit -> unit
    (** [atomicEnd ()] ends a critical section. *)
    val atomicEnd : unit -> unit
    (** [atomicState ()] tells about critical sections. *)
    val atomicState : unit -> AtomicState.t
    structure Runnable : sig
      (** A thread that has its value. *)
      type t = MLtonThread.Runnable.t
    end
    (** A thread that waits for a value. *)
    type 'a t
    (** [atomicSwitch f] is [switch f] in a critical section, which it ends. *)
    val atomicSwitch : ('a t -> Runnable.t) -> 'a
    (** [new f] is a thread that applies [f], which must not return. *)
    val new : ('a -> unit) -> 'a t
    (** [prepend (t, f)] is [t] behind [f]; [t] is used up. *)
    val prepend : 'a t * ('b -> 'a) -> 'b t
    (** [prepare (t, x)] is [t] with its value; [t] is used up. *)
    val prepare : 'a t * 'a -> Runnable.t
    (** [switch f] goes on with the thread that [f] gives for this one. *)
    val switch : ('a t -> Runnable.t) -> 'a
  end = MLtonThread

  structure Weak :> sig
    (** A reference that does not keep its object alive. *)
    type 'a t
    (** [get w] is the object, or NONE if it is gone. *)
    val get : 'a t -> 'a option
    (** [new x] is a weak reference to [x]; numbers are no objects, and gone at once. *)
    val new : 'a -> 'a t
  end = MLtonWeak

  (* A running program cannot be written to a file: its code is where this process has it. *)
  structure World = struct
    datatype status = Clone | Original
    local
      fun refuse name = raise Fail ("MLton.World." ^ name ^ ": a running program cannot be saved")
    in
      fun load (_ : string) = refuse "load"
      fun save (_ : string) : status = refuse "save"
      fun saveThread (_ : string, _ : Thread.Runnable.t) : unit = refuse "saveThread"
    end
  end

  structure Word8 = struct
    type t = word8
    local
      val narrow = _prim "trunc.i64.i8" : word -> word8
      val rotate = _prim "rotl.i8" : word8 * word8 -> word8
    in
      val bswap = _prim "copy" : word8 -> word8
      fun rol (w, n) = rotate (w, narrow n)
      fun ror (w, n) = rotate (w, narrow (Word.~ n))
    end
  end

  structure Word16 = struct
    type t = word16
    local
      val narrow = _prim "trunc.i64.i16" : word -> word16
      val rotate = _prim "rotl.i16" : word16 * word16 -> word16
    in
      val bswap = _prim "bswap.i16" : word16 -> word16
      fun rol (w, n) = rotate (w, narrow n)
      fun ror (w, n) = rotate (w, narrow (Word.~ n))
    end
  end

  structure Word32 = struct
    type t = word32
    local
      val narrow = _prim "trunc.i64.i32" : word -> word32
      val rotate = _prim "rotl.i32" : word32 * word32 -> word32
    in
      val bswap = _prim "bswap.i32" : word32 -> word32
      fun rol (w, n) = rotate (w, narrow n)
      fun ror (w, n) = rotate (w, narrow (Word.~ n))
    end
  end

  structure Word = struct
    type t = word
    local
      val rotate = _prim "rotl.i64" : word * word -> word
    in
      val bswap = _prim "bswap.i64" : word -> word
      fun rol (w, n) = rotate (w, n)
      fun ror (w, n) = rotate (w, Word.~ n)
    end
  end

  structure Word64 = Word
  structure LargeWord = Word

  structure Array = struct
    (* [f] is applied to indices in their order. *)
    fun unfoldi (n, b, f) =
      let
        val state = ref b
        fun next i = let val (x, b) = f (i, !state) in state := b; x end
        val a = Array.tabulate (n, next)
      in
        (a, !state)
      end
  end

  structure Vector = struct
    fun unfoldi (n, b, f) =
      let val (a, b) = Array.unfoldi (n, b, f) in (Sequence.freeze a, b) end

    (* A vector whose elements are set one by one. *)
    fun create n =
      let
        val () = if Sequence.bad n then raise Size else ()
        val elements = ref (Sequence.empty ())
        val set = CharArray.array (n, #"\000")
        val finished = ref false
        fun sub i =
          if CharArray.sub (set, i) = #"\000" then raise Subscript
          else Sequence.get (!elements, i)
        fun update (i, x) =
          if !finished then raise Fail "MLton.Vector.create: update after done"
          else
            (if CharArray.sub (set, i) = #"\000" then CharArray.update (set, i, #"\001") else ();
             if Sequence.size (!elements) = 0 then elements := Sequence.new (n, x) else ();
             Sequence.set (!elements, i, x))
        fun done () =
          if !finished then raise Fail "MLton.Vector.create: done twice"
          else if CharArray.exists (fn c => c = #"\000") set then
            raise Fail "MLton.Vector.create: an element is missing"
          else (finished := true; Sequence.freeze (!elements))
      in
        {done = done, sub = sub, update = update}
      end
  end

  val debug = false
  val safe = true
  fun share (_ : 'a) = ()
  fun shareAll () = ()
  local
    val heapSize = _prim "heap.size" : 'a -> int
    val heapUsed = _prim "heap.used" : unit -> int
  in
    fun size x = Int.toLarge (heapSize x)
    fun sizeAll () = Int.toLarge (heapUsed ())
  end
  (* Only numbers, refs and arrays have an identity; [eq] is false of other values. *)
  val eq = _prim "same" : 'a * 'a -> bool
end
