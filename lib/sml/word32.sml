(* Words of 32 bits. *)

structure Word32 : WORD where type word = word32 = struct
  type word = word32

  local
    val narrow = _prim "trunc.i64.i32" : Word.word -> word
    val zero = _prim "zext.i32.i64" : word -> Word.word
    val sign = _prim "sext.i32.i64" : word -> Word.word
    val shl = _prim "shl.i64" : Word.word * Word.word -> Word.word
    val lshr = _prim "lshr.i64" : Word.word * Word.word -> Word.word
    val ashr = _prim "ashr.i64" : Word.word * Word.word -> Word.word

    (* A word that fits; raises Overflow. *)
    fun fit w = if w > 0w4294967295 then raise Overflow else narrow w
  in
    fun toLargeInt w = Word.toLargeInt (zero w)
    fun toLargeIntX w = Word.toLargeIntX (sign w)
    fun fromLargeInt i = narrow (Word.fromLargeInt i)
    (* 64 bits decide what an amount shifts out. *)
    fun << (w, n) = narrow (shl (zero w, n))
    fun >> (w, n) = narrow (lshr (zero w, n))
    fun ~>> (w, n) = narrow (ashr (sign w, n))
    fun fmt radix w = Digits.fmtWord (radix, zero w)
    fun toString w = Digits.fmtWord (StringCvt.HEX, zero w)

    fun scan radix getc s =
      case Digits.scanWord (radix, getc, s) of
        SOME (w, rest) => SOME (fit w, rest)
      | NONE => NONE

    fun fromString s = StringCvt.scanString (scan StringCvt.HEX) s

    val toLarge = zero
    val toLargeX = sign
    val toLargeWord = zero
    val toLargeWordX = sign
    val fromLarge = narrow
    val fromLargeWord = narrow
  end

  val toInt = _prim "zext.i32.i64" : word -> int
  val toIntX = _prim "sext.i32.i64" : word -> int
  val fromInt = _prim "trunc.i64.i32" : int -> word

  open Word32Arith

  val wordSize = 32
  val andb = _prim "and.i32" : word * word -> word
  val orb = _prim "or.i32" : word * word -> word
  val xorb = _prim "xor.i32" : word * word -> word
  val notb = _prim "not.i32" : word -> word
  val min = _prim "umin.i32" : word * word -> word
  val max = _prim "umax.i32" : word * word -> word

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL
end
