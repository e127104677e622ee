(* Chance: numbers that follow no rule that a program could notice, but the same ones in every run
   with the same seed. *)

structure Chance = struct
  local
    (* The seed of the user's; nothing if there is none. *)
    val seed =
      let val getenv = _prim "getenv" : string -> bool * string
      in #2 (getenv "KONT_SCHED_SEED") end

    (* Multiplied and added to, its upper half has no pattern. *)
    val state =
      ref (CharVector.foldl (fn (c, w) => w * 0w31 + Word.fromInt (Char.ord c)) 0w1 seed)

    val shift = _prim "lshr.i64" : word * word -> word
    val int = _prim "copy" : word -> int
    val word = _prim "copy" : int -> word
  in
    (* True if chance also decides which of the ready threads is next. *)
    val seeded = seed <> ""

    (* A number below another one, which is less than two to the power of 32. *)
    fun below n =
      (state := !state * 0wx5851F42D4C957F2D + 0wx14057B7EF767814F;
       int (shift (shift (!state, 0w32) * word n, 0w32)))

    (* A list in another order. *)
    fun shuffled l =
      let
        val all = Array.fromList l
        fun go (0, chosen) = chosen
          | go (n, chosen) =
              let
                val i = below n
                val x = Array.sub (all, i)
              in
                Array.update (all, i, Array.sub (all, n - 1));
                go (n - 1, x :: chosen)
              end
      in
        go (Array.length all, [])
      end
  end
end
