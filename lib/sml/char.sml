(* Characters: bytes. *)

structure Char = struct
  type char = char

  val ord = _prim "zext.i8.i64" : char -> int

  local
    val ofInt = _prim "trunc.i64.i8" : int -> char
  in
    fun chr i = if i < 0 orelse i > 255 then raise Chr else ofInt i
  end

  val op < = _prim "ult.i8" : char * char -> bool
  val op <= = _prim "ule.i8" : char * char -> bool
  val op > = _prim "ugt.i8" : char * char -> bool
  val op >= = _prim "uge.i8" : char * char -> bool
end
