(* The operators of integers and words of other sizes, for the overloaded ones and for the
   structures of the same names. *)

structure Int8Arith = struct
  type int = int8

  val op + = _prim "sadd.i8" : int * int -> int
  val op - = _prim "ssub.i8" : int * int -> int
  val op * = _prim "smul.i8" : int * int -> int
  val op div = _prim "sdiv.i8" : int * int -> int
  val op mod = _prim "mod.i8" : int * int -> int
  val ~ = _prim "sneg.i8" : int -> int
  val abs = _prim "sabs.i8" : int -> int
  val op < = _prim "slt.i8" : int * int -> bool
  val op <= = _prim "sle.i8" : int * int -> bool
  val op > = _prim "sgt.i8" : int * int -> bool
  val op >= = _prim "sge.i8" : int * int -> bool
end

structure Int16Arith = struct
  type int = int16

  val op + = _prim "sadd.i16" : int * int -> int
  val op - = _prim "ssub.i16" : int * int -> int
  val op * = _prim "smul.i16" : int * int -> int
  val op div = _prim "sdiv.i16" : int * int -> int
  val op mod = _prim "mod.i16" : int * int -> int
  val ~ = _prim "sneg.i16" : int -> int
  val abs = _prim "sabs.i16" : int -> int
  val op < = _prim "slt.i16" : int * int -> bool
  val op <= = _prim "sle.i16" : int * int -> bool
  val op > = _prim "sgt.i16" : int * int -> bool
  val op >= = _prim "sge.i16" : int * int -> bool
end

structure Int32Arith = struct
  type int = int32

  val op + = _prim "sadd.i32" : int * int -> int
  val op - = _prim "ssub.i32" : int * int -> int
  val op * = _prim "smul.i32" : int * int -> int
  val op div = _prim "sdiv.i32" : int * int -> int
  val op mod = _prim "mod.i32" : int * int -> int
  val ~ = _prim "sneg.i32" : int -> int
  val abs = _prim "sabs.i32" : int -> int
  val op < = _prim "slt.i32" : int * int -> bool
  val op <= = _prim "sle.i32" : int * int -> bool
  val op > = _prim "sgt.i32" : int * int -> bool
  val op >= = _prim "sge.i32" : int * int -> bool
end

structure Word8Arith = struct
  type word = word8

  val op + = _prim "add.i8" : word * word -> word
  val op - = _prim "sub.i8" : word * word -> word
  val op * = _prim "mul.i8" : word * word -> word
  val op div = _prim "uquot.i8" : word * word -> word
  val op mod = _prim "urem.i8" : word * word -> word
  val ~ = _prim "neg.i8" : word -> word
  val op < = _prim "ult.i8" : word * word -> bool
  val op <= = _prim "ule.i8" : word * word -> bool
  val op > = _prim "ugt.i8" : word * word -> bool
  val op >= = _prim "uge.i8" : word * word -> bool
end

structure Word16Arith = struct
  type word = word16

  val op + = _prim "add.i16" : word * word -> word
  val op - = _prim "sub.i16" : word * word -> word
  val op * = _prim "mul.i16" : word * word -> word
  val op div = _prim "uquot.i16" : word * word -> word
  val op mod = _prim "urem.i16" : word * word -> word
  val ~ = _prim "neg.i16" : word -> word
  val op < = _prim "ult.i16" : word * word -> bool
  val op <= = _prim "ule.i16" : word * word -> bool
  val op > = _prim "ugt.i16" : word * word -> bool
  val op >= = _prim "uge.i16" : word * word -> bool
end

structure Word32Arith = struct
  type word = word32

  val op + = _prim "add.i32" : word * word -> word
  val op - = _prim "sub.i32" : word * word -> word
  val op * = _prim "mul.i32" : word * word -> word
  val op div = _prim "uquot.i32" : word * word -> word
  val op mod = _prim "urem.i32" : word * word -> word
  val ~ = _prim "neg.i32" : word -> word
  val op < = _prim "ult.i32" : word * word -> bool
  val op <= = _prim "ule.i32" : word * word -> bool
  val op > = _prim "ugt.i32" : word * word -> bool
  val op >= = _prim "uge.i32" : word * word -> bool
end

structure IntInfArith = struct
  type int = intinf

  local
    val cmp = _prim "big.cmp" : intinf * intinf -> IntArith.int
    val lt = IntArith.<
    val le = IntArith.<=
  in
    val op + = _prim "big.add" : intinf * intinf -> intinf
    val op - = _prim "big.sub" : intinf * intinf -> intinf
    val op * = _prim "big.mul" : intinf * intinf -> intinf
    val op div = _prim "big.div" : intinf * intinf -> intinf
    val op mod = _prim "big.mod" : intinf * intinf -> intinf
    val ~ = _prim "big.neg" : intinf -> intinf
    fun op < (a, b) = lt (cmp (a, b), 0)
    fun op <= (a, b) = le (cmp (a, b), 0)
    fun op > (a, b) = lt (0, cmp (a, b))
    fun op >= (a, b) = le (0, cmp (a, b))
    fun abs a = if a < 0 then ~ a else a
  end
end

structure Real32Arith = struct
  type real = real32

  val op + = _prim "fadd.f32" : real * real -> real
  val op - = _prim "fsub.f32" : real * real -> real
  val op * = _prim "fmul.f32" : real * real -> real
  val op / = _prim "fdiv.f32" : real * real -> real
  val ~ = _prim "fneg.f32" : real -> real
  val abs = _prim "fabs.f32" : real -> real
  val op < = _prim "flt.f32" : real * real -> bool
  val op <= = _prim "fle.f32" : real * real -> bool
  val op > = _prim "fgt.f32" : real * real -> bool
  val op >= = _prim "fge.f32" : real * real -> bool
end
