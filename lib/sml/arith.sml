(* The operators of numbers, characters and strings, for the overloaded ones and for the
   structures of the same names; small, because most programs read it. *)

structure BoolArith = struct
  fun not true = false
    | not false = true
end

structure IntArith = struct
  type int = int

  val op + = _prim "sadd.i64" : int * int -> int
  val op - = _prim "ssub.i64" : int * int -> int
  val op * = _prim "smul.i64" : int * int -> int
  val op div = _prim "sdiv.i64" : int * int -> int
  val op mod = _prim "mod.i64" : int * int -> int
  val ~ = _prim "sneg.i64" : int -> int
  val abs = _prim "sabs.i64" : int -> int
  val op < = _prim "slt.i64" : int * int -> bool
  val op <= = _prim "sle.i64" : int * int -> bool
  val op > = _prim "sgt.i64" : int * int -> bool
  val op >= = _prim "sge.i64" : int * int -> bool
end

structure WordArith = struct
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
end

structure RealArith = struct
  type real = real

  val op + = _prim "fadd.f64" : real * real -> real
  val op - = _prim "fsub.f64" : real * real -> real
  val op * = _prim "fmul.f64" : real * real -> real
  val op / = _prim "fdiv.f64" : real * real -> real
  val ~ = _prim "fneg.f64" : real -> real
  val abs = _prim "fabs.f64" : real -> real
  val op < = _prim "flt.f64" : real * real -> bool
  val op <= = _prim "fle.f64" : real * real -> bool
  val op > = _prim "fgt.f64" : real * real -> bool
  val op >= = _prim "fge.f64" : real * real -> bool
  val fromInt = _prim "s2f.i64.f64" : int -> real
  val floor = _prim "f2i.floor.f64.i64" : real -> int
  val ceil = _prim "f2i.ceil.f64.i64" : real -> int
  val trunc = _prim "f2i.trunc.f64.i64" : real -> int
  val round = _prim "f2i.even.f64.i64" : real -> int
end

structure CharArith = struct
  type char = char

  val ord = _prim "zext.i8.i64" : char -> int

  local
    val ofInt = _prim "trunc.i64.i8" : int -> char
    val outside = _prim "ugt.i64" : int * int -> bool
  in
    fun chr i = if outside (i, 255) then raise Chr else ofInt i
  end

  val op < = _prim "ult.i8" : char * char -> bool
  val op <= = _prim "ule.i8" : char * char -> bool
  val op > = _prim "ugt.i8" : char * char -> bool
  val op >= = _prim "uge.i8" : char * char -> bool
end

structure StringArith = struct
  type string = string

  local
    val cmp = _prim "str.cmp" : string * string -> int
    val lt = _prim "slt.i64" : int * int -> bool
    val le = _prim "sle.i64" : int * int -> bool
  in
    fun op < (a, b) = lt (cmp (a, b), 0)
    fun op <= (a, b) = le (cmp (a, b), 0)
    fun op > (a, b) = lt (0, cmp (a, b))
    fun op >= (a, b) = le (0, cmp (a, b))
  end
end
