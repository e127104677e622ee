(* Real numbers. *)

structure Real = struct
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
  val == = _prim "feq.f64" : real * real -> bool
  val fromInt = _prim "s2f.i64.f64" : int -> real
  val floor = _prim "f2i.floor.f64.i64" : real -> int
  val ceil = _prim "f2i.ceil.f64.i64" : real -> int
  val trunc = _prim "f2i.trunc.f64.i64" : real -> int
  val round = _prim "f2i.even.f64.i64" : real -> int
end
