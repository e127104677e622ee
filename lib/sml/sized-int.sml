(* Integers of other sizes than the machine has: kept in 64 bits, in range. *)

functor KontSizedInt
  (eqtype int
   val bits : Int.int) : INTEGER where type int = int =
struct
  type int = int

  local
    val ofInt = _prim "cast" : Int.int -> int
    val toInt' = _prim "cast" : int -> Int.int
    val high = IntInf.toInt (IntInf.<< (1, Word.fromInt (bits - 1))) - 1
    val low = ~ high - 1

    fun fit i = if i < low orelse i > high then raise Overflow else ofInt i
    fun both (f, a, b) = fit (f (toInt' a, toInt' b))
  in
    fun toInt i = toInt' i
    fun fromInt i = fit i
    fun toLarge i = Int.toLarge (toInt' i)
    fun fromLarge i = fit (Int.fromLarge i)
    val precision = SOME bits
    val minInt = SOME (ofInt low)
    val maxInt = SOME (ofInt high)
    fun op + (a, b) = both (Int.+, a, b)
    fun op - (a, b) = both (Int.-, a, b)
    fun op * (a, b) = both (Int.*, a, b)
    fun op div (a, b) = both (Int.div, a, b)
    fun op mod (a, b) = both (Int.mod, a, b)
    fun quot (a, b) = both (Int.quot, a, b)
    fun rem (a, b) = both (Int.rem, a, b)
    fun ~ a = fit (Int.~ (toInt' a))
    fun abs a = fit (Int.abs (toInt' a))
    fun op < (a, b) = Int.< (toInt' a, toInt' b)
    fun op <= (a, b) = Int.<= (toInt' a, toInt' b)
    fun op > (a, b) = Int.> (toInt' a, toInt' b)
    fun op >= (a, b) = Int.>= (toInt' a, toInt' b)
    fun min (a, b) = if a < b then a else b
    fun max (a, b) = if a > b then a else b
    fun compare (a, b) = Int.compare (toInt' a, toInt' b)
    fun sign a = Int.sign (toInt' a)
    fun sameSign (a, b) = Int.sameSign (toInt' a, toInt' b)
    fun fmt radix a = Int.fmt radix (toInt' a)
    fun toString a = Int.toString (toInt' a)
    fun scan radix getc s =
      case Int.scan radix getc s of
        SOME (i, rest) => SOME (fit i, rest)
      | NONE => NONE
    fun fromString s = Option.map fit (Int.fromString s)
  end
end

structure Int1 = KontSizedInt (type int = int1 val bits = 1)
structure Int2 = KontSizedInt (type int = int2 val bits = 2)
structure Int3 = KontSizedInt (type int = int3 val bits = 3)
structure Int4 = KontSizedInt (type int = int4 val bits = 4)
structure Int5 = KontSizedInt (type int = int5 val bits = 5)
structure Int6 = KontSizedInt (type int = int6 val bits = 6)
structure Int7 = KontSizedInt (type int = int7 val bits = 7)
structure Int9 = KontSizedInt (type int = int9 val bits = 9)
structure Int10 = KontSizedInt (type int = int10 val bits = 10)
structure Int11 = KontSizedInt (type int = int11 val bits = 11)
structure Int12 = KontSizedInt (type int = int12 val bits = 12)
structure Int13 = KontSizedInt (type int = int13 val bits = 13)
structure Int14 = KontSizedInt (type int = int14 val bits = 14)
structure Int15 = KontSizedInt (type int = int15 val bits = 15)
structure Int17 = KontSizedInt (type int = int17 val bits = 17)
structure Int18 = KontSizedInt (type int = int18 val bits = 18)
structure Int19 = KontSizedInt (type int = int19 val bits = 19)
structure Int20 = KontSizedInt (type int = int20 val bits = 20)
structure Int21 = KontSizedInt (type int = int21 val bits = 21)
structure Int22 = KontSizedInt (type int = int22 val bits = 22)
structure Int23 = KontSizedInt (type int = int23 val bits = 23)
structure Int24 = KontSizedInt (type int = int24 val bits = 24)
structure Int25 = KontSizedInt (type int = int25 val bits = 25)
structure Int26 = KontSizedInt (type int = int26 val bits = 26)
structure Int27 = KontSizedInt (type int = int27 val bits = 27)
structure Int28 = KontSizedInt (type int = int28 val bits = 28)
structure Int29 = KontSizedInt (type int = int29 val bits = 29)
structure Int30 = KontSizedInt (type int = int30 val bits = 30)
structure Int31 = KontSizedInt (type int = int31 val bits = 31)
