(* Real numbers. *)

signature REAL = sig
  type real
  structure Math : MATH where type real = real
  (** [radix] is the base of the representation, 2. *)
  val radix : int
  (** [precision] is the number of digits of the mantissa. *)
  val precision : int
  (** [maxFinite] is the greatest finite number. *)
  val maxFinite : real
  (** [minPos] is the least positive number. *)
  val minPos : real
  (** [minNormalPos] is the least positive normal number. *)
  val minNormalPos : real
  (** [posInf] is infinity. *)
  val posInf : real
  (** [negInf] is minus infinity. *)
  val negInf : real
  (** [x + y] is the sum. *)
  val + : real * real -> real
  (** [x - y] is the difference. *)
  val - : real * real -> real
  (** [x * y] is the product. *)
  val * : real * real -> real
  (** [x / y] is the quotient. *)
  val / : real * real -> real
  (** [rem (x, y)] is x minus y times the quotient rounded to zero. *)
  val rem : real * real -> real
  (** [*+ (a, b, c)] is a * b + c. *)
  val *+ : real * real * real -> real
  (** [*- (a, b, c)] is a * b - c. *)
  val *- : real * real * real -> real
  (** [~ x] is x with the other sign. *)
  val ~ : real -> real
  (** [abs x] is x without its sign. *)
  val abs : real -> real
  (** [min (x, y)] is the lesser; the other if one is nan. *)
  val min : real * real -> real
  (** [max (x, y)] is the greater; the other if one is nan. *)
  val max : real * real -> real
  (** [sign x] is ~1, 0 or 1; raises Domain for nan. *)
  val sign : real -> int
  (** [signBit x] is whether x has a minus sign, also as a zero or nan. *)
  val signBit : real -> bool
  (** [sameSign (x, y)] is whether signBit x = signBit y. *)
  val sameSign : real * real -> bool
  (** [copySign (x, y)] is x with the sign of y. *)
  val copySign : real * real -> real
  (** [compare (x, y)] is how x stands to y; raises IEEEReal.Unordered for nan. *)
  val compare : real * real -> order
  (** [compareReal (x, y)] is how x stands to y. *)
  val compareReal : real * real -> IEEEReal.real_order
  (** [x < y] is whether x is less than y; false for nan. *)
  val < : real * real -> bool
  (** [x <= y] is whether x is at most y; false for nan. *)
  val <= : real * real -> bool
  (** [x > y] is whether x is greater than y; false for nan. *)
  val > : real * real -> bool
  (** [x >= y] is whether x is at least y; false for nan. *)
  val >= : real * real -> bool
  (** [== (x, y)] is whether x equals y; false for nan. *)
  val == : real * real -> bool
  (** [!= (x, y)] is not (== (x, y)). *)
  val != : real * real -> bool
  (** [?= (x, y)] is whether x equals y or one is nan. *)
  val ?= : real * real -> bool
  (** [unordered (x, y)] is whether one is nan. *)
  val unordered : real * real -> bool
  (** [isFinite x] is whether x is neither infinite nor nan. *)
  val isFinite : real -> bool
  (** [isNan x] is whether x is nan. *)
  val isNan : real -> bool
  (** [isNormal x] is whether x is neither zero, subnormal, infinite nor nan. *)
  val isNormal : real -> bool
  (** [class x] is the kind of number that x is. *)
  val class : real -> IEEEReal.float_class
  (** [toManExp x] is {man, exp} with x = man * 2^exp and 0.5 <= |man| < 1. *)
  val toManExp : real -> {man : real, exp : int}
  (** [fromManExp {man, exp}] is man * 2^exp. *)
  val fromManExp : {man : real, exp : int} -> real
  (** [split x] is {whole, frac} with x = whole + frac, both with the sign of x. *)
  val split : real -> {whole : real, frac : real}
  (** [realMod x] is #frac (split x). *)
  val realMod : real -> real
  (** [nextAfter (x, y)] is the number next to x in the direction of y. *)
  val nextAfter : real * real -> real
  (** [checkFloat x] is x; raises Overflow for infinities, Div for nan. *)
  val checkFloat : real -> real
  (** [realFloor x] is x rounded down. *)
  val realFloor : real -> real
  (** [realCeil x] is x rounded up. *)
  val realCeil : real -> real
  (** [realTrunc x] is x rounded to zero. *)
  val realTrunc : real -> real
  (** [realRound x] is the whole number nearest to x, the even one of two. *)
  val realRound : real -> real
  (** [floor x] is x rounded down; raises Overflow, Domain. *)
  val floor : real -> int
  (** [ceil x] is x rounded up; raises Overflow, Domain. *)
  val ceil : real -> int
  (** [trunc x] is x rounded to zero; raises Overflow, Domain. *)
  val trunc : real -> int
  (** [round x] is the integer nearest to x, the even one of two; raises Overflow, Domain. *)
  val round : real -> int
  (** [toInt mode x] is x rounded so; raises Overflow, Domain. *)
  val toInt : IEEEReal.rounding_mode -> real -> int
  (** [toLargeInt mode x] is x rounded so; raises Overflow, Domain. *)
  val toLargeInt : IEEEReal.rounding_mode -> real -> intinf
  (** [fromInt i] is the number nearest to i. *)
  val fromInt : int -> real
  (** [fromLargeInt i] is the number nearest to i. *)
  val fromLargeInt : intinf -> real
  (** [toLarge x] is x as a LargeReal.real. *)
  val toLarge : real -> RealArith.real
  (** [fromLarge mode x] is x rounded so. *)
  val fromLarge : IEEEReal.rounding_mode -> RealArith.real -> real
  (** [fmt f x] is x as f says, correctly rounded; raises Size for a wrong number of digits. *)
  val fmt : StringCvt.realfmt -> real -> string
  (** [toString x] is fmt (GEN NONE) x. *)
  val toString : real -> string
  (** [scan getc s] reads a number, correctly rounded, after white space. *)
  val scan : (char, 'a) StringCvt.reader -> (real, 'a) StringCvt.reader
  (** [fromString s] is the number that s begins with, correctly rounded, after white space. *)
  val fromString : string -> real option
  (** [toDecimal x] is the fewest digits that read back as x. *)
  val toDecimal : real -> IEEEReal.decimal_approx
  (** [fromDecimal d] is the number nearest to d, NONE if a digit is not from 0 to 9. *)
  val fromDecimal : IEEEReal.decimal_approx -> real option
end

structure Real = struct
  type real = real
  structure Math = Math

  val radix = 2
  val precision = 53
  val maxFinite = 1.7976931348623157E308
  val minPos = 4.9406564584124654E~324
  val minNormalPos = 2.2250738585072014E~308
  val posInf = 1.0 / 0.0
  val negInf = ~1.0 / 0.0

  val rem = _prim "frem.f64" : real * real -> real
  val min = _prim "fmin.f64" : real * real -> real
  val max = _prim "fmax.f64" : real * real -> real
  val copySign = _prim "copysign.f64" : real * real -> real
  val == = _prim "feq.f64" : real * real -> bool
  val != = _prim "fne.f64" : real * real -> bool
  val realFloor = _prim "floor.f64" : real -> real
  val realCeil = _prim "ceil.f64" : real -> real
  val realTrunc = _prim "ftrunc.f64" : real -> real
  val realRound = _prim "fround.f64" : real -> real
  val fromLargeInt = _prim "big.to.f64" : intinf -> real
  val toLarge = _prim "copy" : real -> real

  local
    open RealParts
  in
    fun isNan x = != (x, x)
    fun isFinite x = abs x <= maxFinite
    fun isNormal x = abs x >= minNormalPos andalso abs x <= maxFinite
    fun unordered (x, y) = isNan x orelse isNan y
    fun ?= (x, y) = == (x, y) orelse unordered (x, y)
    fun signBit x = toBits x < 0
    fun sameSign (x, y) = signBit x = signBit y
    fun *+ (a, b, c : real) = a * b + c
    fun *- (a, b, c : real) = a * b - c

    fun sign (x : real) =
      if x < 0.0 then ~1 else if x > 0.0 then 1 else if isNan x then raise Domain else 0

    fun compare (x : real, y) =
      if x < y then LESS
      else if x > y then GREATER
      else if == (x, y) then EQUAL
      else raise IEEEReal.Unordered

    fun compareReal (x : real, y) =
      if x < y then IEEEReal.LESS
      else if x > y then IEEEReal.GREATER
      else if == (x, y) then IEEEReal.EQUAL
      else IEEEReal.UNORDERED

    fun class x =
      let
        val a = abs x
      in
        if a >= minNormalPos then if a <= maxFinite then IEEEReal.NORMAL else IEEEReal.INF
        else if a > 0.0 then IEEEReal.SUBNORMAL
        else if a <= 0.0 then IEEEReal.ZERO
        else IEEEReal.NAN
      end

    fun toManExp x = let val (man, exp) = manExp x in {man = man, exp = exp} end
    fun fromManExp {man, exp} = scale (man, exp)

    fun split x =
      let
        val whole = realTrunc x
        val frac = if isFinite x orelse isNan x then x - whole else 0.0
      in
        {whole = whole, frac = copySign (frac, x)}
      end

    fun realMod x = #frac (split x)

    fun nextAfter (x, y) =
      if isNan x orelse isNan y then x + y
      else if == (x, y) then y
      else if not (isFinite x) then x
      else if == (x, 0.0) then if y > 0.0 then minPos else ~ minPos
      else fromBits (if (x < y) = (x > 0.0) then toBits x + 1 else toBits x - 1)

    fun checkFloat x =
      if isFinite x then x else if isNan x then raise Div else raise Overflow

    local
      open IEEEReal
      val toBig = _prim "big.of.f64" : real -> intinf
    in
      fun toInt TO_NEAREST x = RealArith.round x
        | toInt TO_NEGINF x = RealArith.floor x
        | toInt TO_POSINF x = RealArith.ceil x
        | toInt TO_ZERO x = RealArith.trunc x

      fun toLargeInt TO_NEAREST x = toBig (realRound x)
        | toLargeInt TO_NEGINF x = toBig (realFloor x)
        | toLargeInt TO_POSINF x = toBig (realCeil x)
        | toLargeInt TO_ZERO x = toBig x
    end

    fun fromLarge (_ : IEEEReal.rounding_mode) x = toLarge x
  end

  open RealArith

  fun toString x = RealText.general x
  fun fmt f = RealText.fmt f
  fun scan getc s = RealText.scan (getc, s)
  fun fromString s = RealText.fromString s

  fun toDecimal x = RealText.toDecimal (x, class x)
  fun fromDecimal d = RealText.fromDecimal d
end

structure Real : REAL where type real = real = Real
structure Real64 = Real
structure LargeReal = Real
