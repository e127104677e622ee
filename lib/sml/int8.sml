(* Integers of 8 bits. *)

structure Int8 : INTEGER where type int = int8 = struct
  type int = int8

  local
    val toInt = _prim "sext.i8.i64" : int -> Int.int
    val fromInt = _prim "strunc.i64.i8" : Int.int -> int
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

  open Int8Arith

  val quot = _prim "squot.i8" : int * int -> int
  val rem = _prim "rem.i8" : int * int -> int
  val min = _prim "smin.i8" : int * int -> int
  val max = _prim "smax.i8" : int * int -> int
  val precision = SOME 8
  val minInt : int option = SOME ~0x80
  val maxInt : int option = SOME 0x7f

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL
end
