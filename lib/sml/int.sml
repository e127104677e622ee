(* Integers of 64 bits. *)

structure Int = struct
  type int = int

  val op + = _prim "sadd.i64" : int * int -> int
  val op - = _prim "ssub.i64" : int * int -> int
  val op * = _prim "smul.i64" : int * int -> int
  val op div = _prim "sdiv.i64" : int * int -> int
  val op mod = _prim "mod.i64" : int * int -> int
  val quot = _prim "squot.i64" : int * int -> int
  val rem = _prim "rem.i64" : int * int -> int
  val ~ = _prim "sneg.i64" : int -> int
  val abs = _prim "sabs.i64" : int -> int
  val op < = _prim "slt.i64" : int * int -> bool
  val op <= = _prim "sle.i64" : int * int -> bool
  val op > = _prim "sgt.i64" : int * int -> bool
  val op >= = _prim "sge.i64" : int * int -> bool
  val min = _prim "smin.i64" : int * int -> int
  val max = _prim "smax.i64" : int * int -> int

  fun compare (a, b) = if a < b then LESS else if a > b then GREATER else EQUAL

  fun toString n =
    let
      val text = _prim "i64.to.str" : int * int -> string
      val sub = _prim "str.sub" : string * int * int -> string
      val concat = _prim "str.concat" : string * string -> string
      val size = _prim "str.len" : string -> int
      val s = text (n, 10)
    in
      if n < 0 then concat ("~", sub (s, 1, size s - 1)) else s
    end
end
