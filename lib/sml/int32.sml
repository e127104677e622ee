(* Integers of 32 bits. *)

structure Int32 : INTEGER where type int = int32 = struct
  type int = int32

  local
    val toInt = _prim "sext.i32.i64" : int -> Int.int
    val fromInt = _prim "strunc.i64.i32" : Int.int -> int
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

  open Int32Arith

  val quot = _prim "squot.i32" : int * int -> int
  val rem = _prim "rem.i32" : int * int -> int
  val min = _prim "smin.i32" : int * int -> int
  val max = _prim "smax.i32" : int * int -> int
  val precision = SOME 32
  val minInt : int option = SOME ~0x80000000
  val maxInt : int option = SOME 0x7fffffff

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL
end
