(* What portable programs use of MLton's own structure. *)

structure MLton = struct
  val isMLton = false

  structure Cont = struct
    type 'a t = 'a cont
    val callcc = _prim "callcc" : ('a cont -> 'a) -> 'a
    val throw' = _prim "throw" : 'a cont * 'a -> 'b
    fun throw (k, x) = throw' (k, x)
    fun throw0 (k, f) = throw' (k, f ())
  end

  structure Exn = struct
    val history = ExnHistory.lines
    fun topLevelHandler e = raise e
    fun addExnMessager f =
      ExnMessages.all :=
        (fn e => case f e of SOME s => (true, s) | NONE => (false, "")) :: !ExnMessages.all
  end

  structure GC = struct
    val collect = _prim "gc.collect" : unit -> unit
    fun pack () = collect ()
    fun unpack () = ()
  end

  structure Process = MLtonProcess

  structure Random = struct
    local
      val state = ref 0wx853C49E6748FEA9B
      val add = _prim "add.i64" : word * word -> word
      val mul = _prim "mul.i64" : word * word -> word
      val xor = _prim "xor.i64" : word * word -> word
      val shr = _prim "lshr.i64" : word * word -> word
      val ofInt = _prim "copy" : int -> word
      val clock = _prim "time.now" : unit -> int
      fun mix z =
        let
          val z = mul (xor (z, shr (z, 0w30)), 0wxBF58476D1CE4E5B9)
          val z = mul (xor (z, shr (z, 0w27)), 0wx94D049BB133111EB)
        in
          xor (z, shr (z, 0w31))
        end
    in
      fun srand w = state := w
      fun rand () = (state := add (!state, 0wx9E3779B97F4A7C15); mix (!state))
      fun seed () = SOME (mix (ofInt (clock ())))
      fun useed () = seed ()
    end
  end

  fun share (_ : 'a) = ()
  fun shareAll () = ()
  fun size (_ : 'a) = 0
  (* Only numbers, refs and arrays are the same as anything. *)
  val eq = _prim "same" : 'a * 'a -> bool
end
