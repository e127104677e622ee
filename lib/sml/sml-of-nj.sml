(* SML/NJ's own structures, as far as portable programs use them. *)

structure SMLofNJ = struct
  structure Cont = struct
    type 'a cont = 'a cont
    val callcc = Continuation.callcc
    fun throw k x = Continuation.throw (k, x)
    type 'a control_cont = 'a cont
    fun capture f = callcc f
    fun escape k x = Continuation.throw (k, x)
    val isolate = Continuation.isolate
  end

  val exnHistory = ExnHistory.lines

  structure Internals = struct
    structure GC = struct
      val collect = _prim "gc.collect" : unit -> unit
      fun doGC (_ : int) = collect ()
      fun messages (_ : bool) = ()
    end
  end

  structure IntervalTimer = struct
    fun tick () = Time.fromMicroseconds 1
    fun setIntTimer time =
      let val time = Option.getOpt (time, Time.zeroTime)
      in MLtonSystem.Itimer.set (MLtonSystem.Itimer.Real, {interval = time, value = time}) end
  end

  structure SysInfo = struct
    exception UNKNOWN
    datatype os_kind = UNIX | WIN32 | MACOS
    fun getOSKind () = UNIX
    fun getOSName () = "Linux"
    fun getHostArch () =
      case MLtonPlatform.Arch.host of
        MLtonPlatform.Arch.ARM64 => "ARM64"
      | _ => "AMD64"
  end

  structure Susp :> sig
    type 'a susp
    val delay : (unit -> 'a) -> 'a susp
    val force : 'a susp -> 'a
  end = struct
    datatype 'a state = Delayed of unit -> 'a | Forced of 'a
    type 'a susp = 'a state ref
    fun delay f = ref (Delayed f)
    fun force (s as ref (Delayed f)) = let val x = f () in s := Forced x; x end
      | force (ref (Forced x)) = x
  end

  structure Weak = struct
    type 'a weak = 'a MLtonWeak.t
    fun weak x = MLtonWeak.new x
    fun strong w = MLtonWeak.get w
  end

  fun getCmdName () = CommandLine.name ()
  fun getArgs () = CommandLine.arguments ()
end

structure Unsafe = struct
  structure Array = struct
    val sub = Sequence.get
    val update = Sequence.set
    fun create (n, x) = Sequence.new (n, x)
  end
  structure Vector = struct
    val sub = Sequence.vget
  end
  structure CharVector = struct
    val sub = _prim "str.get.u" : string * int -> char
  end
  structure CharArray = struct
    val sub = _prim "array.get.u" : char array * int -> char
    val update = _prim "array.set.u" : char array * int * char -> unit
    fun create n = Sequence.new (n, #"\000")
  end
  structure Word8Vector = struct
    val sub = _prim "str.get.u" : Word8Vector.vector * int -> word8
  end
  structure Word8Array = struct
    val sub = _prim "array.get.u" : word8 array * int -> word8
    val update = _prim "array.set.u" : word8 array * int * word8 -> unit
    fun create n = Sequence.new (n, 0w0 : word8)
  end
  structure Real64Array = struct
    val sub = _prim "array.get.u" : real array * int -> real
    val update = _prim "array.set.u" : real array * int * real -> unit
    fun create n = Sequence.new (n, 0.0)
  end
end
