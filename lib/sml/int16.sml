(* Integers of 16 bits. *)

structure Int16 : INTEGER where type int = int16 = struct
  type int = int16

  local
    val toInt = _prim "sext.i16.i64" : int -> Int.int
    val fromInt = _prim "strunc.i64.i16" : Int.int -> int
  in
    fun toLarge i = Int.toLarge (toInt i)
    fun fromLarge i = fromInt (Int.fromLarge i)
    fun sign i = Int.sign (toInt i)
    fun sameSign (i, j) = sign i = sign j
    fun fmt radix i = Digits.fmtSigned (radix, toInt i)
    fun toString i = Digits.decimal (toInt i)

    fun scan radix getc s =
      case Digits.scanSigned (radix, getc, s) of
        SOME (i, rest) => SOME (fromInt i, rest)
      | NONE => NONE

    fun fromString s =
      case Digits.fromDecimal s of
        SOME i => SOME (fromInt i)
      | NONE => NONE

    val toInt = toInt
    val fromInt = fromInt
  end

  open Int16Arith

  val quot = _prim "squot.i16" : int * int -> int
  val rem = _prim "rem.i16" : int * int -> int
  val min = _prim "smin.i16" : int * int -> int
  val max = _prim "smax.i16" : int * int -> int
  val precision = SOME 16
  val minInt : int option = SOME ~0x8000
  val maxInt : int option = SOME 0x7fff

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL
end
