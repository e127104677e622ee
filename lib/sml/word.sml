(* Words of 64 and of 8 bits. *)

structure Word = struct
  type word = word

  val op + = _prim "add.i64" : word * word -> word
  val op - = _prim "sub.i64" : word * word -> word
  val op * = _prim "mul.i64" : word * word -> word
  val op div = _prim "uquot.i64" : word * word -> word
  val op mod = _prim "urem.i64" : word * word -> word
  val ~ = _prim "neg.i64" : word -> word
  val op < = _prim "ult.i64" : word * word -> bool
  val op <= = _prim "ule.i64" : word * word -> bool
  val op > = _prim "ugt.i64" : word * word -> bool
  val op >= = _prim "uge.i64" : word * word -> bool
  val andb = _prim "and.i64" : word * word -> word
  val orb = _prim "or.i64" : word * word -> word
  val xorb = _prim "xor.i64" : word * word -> word
  val << = _prim "shl.i64" : word * word -> word
  val >> = _prim "lshr.i64" : word * word -> word
  val fromInt = _prim "copy" : int -> word
  val toIntX = _prim "copy" : word -> int
end

structure Word8 = struct
  type word = word8

  val op + = _prim "add.i8" : word8 * word8 -> word8
  val op - = _prim "sub.i8" : word8 * word8 -> word8
  val op * = _prim "mul.i8" : word8 * word8 -> word8
  val op div = _prim "uquot.i8" : word8 * word8 -> word8
  val op mod = _prim "urem.i8" : word8 * word8 -> word8
  val ~ = _prim "neg.i8" : word8 -> word8
  val op < = _prim "ult.i8" : word8 * word8 -> bool
  val op <= = _prim "ule.i8" : word8 * word8 -> bool
  val op > = _prim "ugt.i8" : word8 * word8 -> bool
  val op >= = _prim "uge.i8" : word8 * word8 -> bool
  val fromInt = _prim "trunc.i64.i8" : int -> word8
  val toInt = _prim "zext.i8.i64" : word8 -> int
end
