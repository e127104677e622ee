(* Integers without limit. *)

structure IntInf = struct
  type int = intinf

  local
    val compare = _prim "big.cmp" : intinf * intinf -> Int.int
  in
    val op + = _prim "big.add" : intinf * intinf -> intinf
    val op - = _prim "big.sub" : intinf * intinf -> intinf
    val op * = _prim "big.mul" : intinf * intinf -> intinf
    val op div = _prim "big.div" : intinf * intinf -> intinf
    val op mod = _prim "big.mod" : intinf * intinf -> intinf
    val ~ = _prim "big.neg" : intinf -> intinf
    fun op < (a, b) = Int.< (compare (a, b), 0)
    fun op <= (a, b) = Int.<= (compare (a, b), 0)
    fun op > (a, b) = Int.> (compare (a, b), 0)
    fun op >= (a, b) = Int.>= (compare (a, b), 0)
    fun abs a = if a < 0 then ~ a else a
  end

  val fromInt = _prim "big.of.i64" : Int.int -> intinf
  val toInt = _prim "big.to.i64" : intinf -> Int.int
end
