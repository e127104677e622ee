(* Mathematical functions. *)

signature MATH = sig
  type real
  (** [pi] is the ratio of a circle's circumference to its diameter. *)
  val pi : real
  (** [e] is the base of natural logarithms. *)
  val e : real
  (** [sqrt x] is the square root; nan for x < 0. *)
  val sqrt : real -> real
  (** [sin x] is the sine of x radians. *)
  val sin : real -> real
  (** [cos x] is the cosine of x radians. *)
  val cos : real -> real
  (** [tan x] is the tangent of x radians. *)
  val tan : real -> real
  (** [asin x] is the arc sine, from ~pi/2 to pi/2; nan for |x| > 1. *)
  val asin : real -> real
  (** [acos x] is the arc cosine, from 0 to pi; nan for |x| > 1. *)
  val acos : real -> real
  (** [atan x] is the arc tangent, from ~pi/2 to pi/2. *)
  val atan : real -> real
  (** [atan2 (y, x)] is the angle of the point (x, y), from ~pi to pi. *)
  val atan2 : real * real -> real
  (** [exp x] is e to the power x. *)
  val exp : real -> real
  (** [pow (x, y)] is x to the power y. *)
  val pow : real * real -> real
  (** [ln x] is the natural logarithm; nan for x < 0. *)
  val ln : real -> real
  (** [log10 x] is the decimal logarithm; nan for x < 0. *)
  val log10 : real -> real
  (** [sinh x] is the hyperbolic sine. *)
  val sinh : real -> real
  (** [cosh x] is the hyperbolic cosine. *)
  val cosh : real -> real
  (** [tanh x] is the hyperbolic tangent. *)
  val tanh : real -> real
end

structure Math : MATH where type real = real = struct
  type real = real

  val pi = 3.14159265358979323846
  val e = 2.71828182845904523536
  val sqrt = _prim "sqrt.f64" : real -> real
  val sin = _prim "sin.f64" : real -> real
  val cos = _prim "cos.f64" : real -> real
  val tan = _prim "tan.f64" : real -> real
  val asin = _prim "asin.f64" : real -> real
  val acos = _prim "acos.f64" : real -> real
  val atan = _prim "atan.f64" : real -> real
  val atan2 = _prim "atan2.f64" : real * real -> real
  val exp = _prim "exp.f64" : real -> real
  val ln = _prim "ln.f64" : real -> real
  val log10 = _prim "log10.f64" : real -> real
  val sinh = _prim "sinh.f64" : real -> real
  val cosh = _prim "cosh.f64" : real -> real
  val tanh = _prim "tanh.f64" : real -> real

  local
    val power = _prim "pow.f64" : real * real -> real
    val differ = _prim "fne.f64" : real * real -> bool
    val same = _prim "feq.f64" : real * real -> bool
  in
    (* Unlike C, 1 to a power that is infinite or not a number is not a number. *)
    fun pow (x, y) =
      if same (abs x, 1.0) andalso differ (y - y, 0.0) then 0.0 / 0.0 else power (x, y)
  end
end
