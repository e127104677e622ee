(* Random numbers, and what MLton's structures of numbers add to the Basis Library's. *)

structure MLtonNumbers = struct
  local
    val add = _prim "add.i64" : word * word -> word
    val mul = _prim "mul.i64" : word * word -> word
    val xor = _prim "xor.i64" : word * word -> word
    val shr = _prim "lshr.i64" : word * word -> word
    val ofInt = _prim "copy" : int -> word
    val toInt = _prim "copy" : word -> int
    val clock = _prim "time.now" : unit -> int
  in
    (* A hash of [z]: bits that look random. *)
    fun mix z =
      let
        val z = mul (xor (z, shr (z, 0w30)), 0wxBF58476D1CE4E5B9)
        val z = mul (xor (z, shr (z, 0w27)), 0wx94D049BB133111EB)
      in
        xor (z, shr (z, 0w31))
      end

    (* Letter or digit number [w] of 62. *)
    fun alphaNum w =
      String.sub
        ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", toInt w)

    structure Random = struct
      val state = ref 0wx853C49E6748FEA9B
      fun srand w = state := w
      fun rand () = (state := add (!state, 0wx9E3779B97F4A7C15); mix (!state))
      fun seed () = SOME (mix (ofInt (clock ())))
      fun useed () = seed ()
      fun alphaNumChar () = alphaNum (Word.mod (shr (rand (), 0w8), 0w62))
      fun alphaNumString n = CharVector.tabulate (n, fn _ => alphaNumChar ())
    end
  end

  structure IntInf = struct
    type t = IntInf.int
    structure BigWord = Word64
    structure SmallInt = Int64
    datatype rep = Big of BigWord.word vector | Small of SmallInt.int

    local
      val abs = IntInf.abs
      val half = IntInf.pow (2, 62)
    in
      (* Such a number is one word with a bit that says so. *)
      fun isSmall i = IntInf.<= (IntInf.~ half, i) andalso IntInf.< (i, half)
      fun areSmall (i, j) = isSmall i andalso isSmall j

      fun gcd (i, j) =
        let fun go (a, b) = if b = (0 : t) then a else go (b, IntInf.rem (a, b))
        in go (abs i, abs j) end

      (* A big number is a word that is 1 if it is negative, and its magnitude in words, the
         least first, none of them to no purpose. *)
      fun fromRep (Small i) =
            let val i = IntInf.fromInt i in if isSmall i then SOME i else NONE end
        | fromRep (Big v) =
            let
              val n = Vector.length v
              val magnitude =
                if n < 2 then 0
                else
                  Vector.foldri
                    (fn (0, _, m) => m
                      | (_, w, m) => IntInf.+ (IntInf.<< (m, 0w64), Word64.toLargeInt w)) 0 v
              val sign = if n = 0 then 0w2 else Vector.sub (v, 0)
              val i = if sign = 0w0 then magnitude else IntInf.~ magnitude
            in
              if n < 2 orelse sign > 0w1 orelse isSmall i orelse Vector.sub (v, n - 1) = 0w0 then
                NONE
              else SOME i
            end
    end
  end
end
