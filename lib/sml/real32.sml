(* Real numbers of 32 bits. *)

structure Real32 : REAL where type real = real32 = struct
  type real = real32

  local
    val wide = _prim "fext.f32.f64" : real -> Real.real
    val narrow = _prim "fnarrow.f64.f32" : Real.real -> real
    val toBits = _prim "fbits.f32" : real -> int32
    val fromBits = _prim "fofbits.f32" : int32 -> real
    fun by f x = narrow (f (wide x))
    fun by2 f (x, y) = narrow (f (wide x, wide y))
    open IEEEReal

    (* A number that narrows as the exact number does that was rounded to x, given the order of the
       two. Its last bit is set, so it is none at which narrowing goes from one result to another. *)
    fun odd (x, order : order) =
      let
        val bits = RealParts.toBits x
        fun away greater = RealParts.fromBits (if greater = (bits >= 0) then bits + 1 else bits - 1)
      in
        if bits mod 2 <> 0 then x
        else
          case order of
            General.EQUAL => x
          | General.GREATER => away true
          | General.LESS => away false
      end

    (* The order of a number in decimal and the real that it was rounded to. *)
    fun against (d : decimal_approx, x) : order =
      let
        fun plain text = Option.valOf (IEEEReal.fromString text)
        val {digits, exp, ...} = plain (IEEEReal.toString d)
        val {digits = digits', exp = exp', ...} = plain (Real.fmt (StringCvt.SCI (SOME 800)) x)
        fun compare ([], []) = General.EQUAL
          | compare ([], _) = General.LESS
          | compare (_, []) = General.GREATER
          | compare (a :: l, b :: m) =
              if a < b then General.LESS else if a > b then General.GREATER else compare (l, m)
        fun flip General.LESS = General.GREATER
          | flip General.GREATER = General.LESS
          | flip General.EQUAL = General.EQUAL
        val order =
          if null digits orelse null digits' then compare (digits, digits')
          else if exp <> exp' then Int.compare (exp, exp')
          else compare (digits, digits')
      in
        if #sign d then flip order else order
      end

    (* The number next to x in a direction. *)
    fun step (x, up) =
      if wide x > 0.0 orelse wide x < 0.0 then
        fromBits (if up = (wide x > 0.0) then toBits x + 1 else toBits x - 1)
      else if up then fromBits 1
      else fromBits (~0x7fffffff)

    (* The nearest number, and the one on the other side of the exact number. *)
    fun rounded (mode, x) =
      let
        val near = narrow x
        val y = wide near
        fun down () = if y > x then step (near, false) else near
        fun up () = if y < x then step (near, true) else near
      in
        case mode of
          TO_NEAREST => near
        | TO_NEGINF => down ()
        | TO_POSINF => up ()
        | TO_ZERO => if x < 0.0 then up () else down ()
      end
  in
    structure Math = struct
      type real = real
      val pi = narrow Math.pi
      val e = narrow Math.e
      val sqrt = _prim "sqrt.f32" : real -> real
      val sin = by Math.sin
      val cos = by Math.cos
      val tan = by Math.tan
      val asin = by Math.asin
      val acos = by Math.acos
      val atan = by Math.atan
      val atan2 = by2 Math.atan2
      val exp = by Math.exp
      val pow = by2 Math.pow
      val ln = by Math.ln
      val log10 = by Math.log10
      val sinh = by Math.sinh
      val cosh = by Math.cosh
      val tanh = by Math.tanh
    end

    val radix = 2
    val precision = 24
    val maxFinite = fromBits 0x7f7fffff
    val minPos = fromBits 1
    val minNormalPos = fromBits 0x800000
    val posInf = fromBits 0x7f800000
    val negInf = fromBits (~0x800000)

    val rem = _prim "frem.f32" : real * real -> real
    val min = _prim "fmin.f32" : real * real -> real
    val max = _prim "fmax.f32" : real * real -> real
    val copySign = _prim "copysign.f32" : real * real -> real
    val == = _prim "feq.f32" : real * real -> bool
    val != = _prim "fne.f32" : real * real -> bool
    val realFloor = _prim "floor.f32" : real -> real
    val realCeil = _prim "ceil.f32" : real -> real
    val realTrunc = _prim "ftrunc.f32" : real -> real
    val realRound = _prim "fround.f32" : real -> real

    fun *+ (a, b, c : real) = a * b + c
    fun *- (a, b, c : real) = a * b - c
    fun sign x = Real.sign (wide x)
    fun signBit x = toBits x < 0
    fun sameSign (x, y) = signBit x = signBit y
    fun compare (x, y) = Real.compare (wide x, wide y)
    fun compareReal (x, y) = Real.compareReal (wide x, wide y)
    fun isNan x = != (x, x)
    fun ?= (x, y) = Real.?= (wide x, wide y)
    fun unordered (x, y) = isNan x orelse isNan y
    fun isFinite x = abs x <= maxFinite
    fun isNormal x = abs x >= minNormalPos andalso abs x <= maxFinite

    fun class x =
      if isNormal x then NORMAL
      else
        case Real.class (wide x) of
          NORMAL => SUBNORMAL
        | class => class

    fun toManExp x = let val {man, exp} = Real.toManExp (wide x) in {man = narrow man, exp = exp} end
    fun fromManExp {man, exp} = narrow (Real.fromManExp {man = wide man, exp = exp})

    fun split x =
      let val {whole, frac} = Real.split (wide x) in {whole = narrow whole, frac = narrow frac} end

    fun realMod x = #frac (split x)

    fun nextAfter (x : real, y) =
      if isNan x orelse isNan y then x + y
      else if == (x, y) then y
      else if not (isFinite x) then x
      else step (x, y > x)

    fun checkFloat x = if isFinite x then x else if isNan x then raise Div else raise Overflow
    fun floor x = Real.floor (wide x)
    fun ceil x = Real.ceil (wide x)
    fun trunc x = Real.trunc (wide x)
    fun round x = Real.round (wide x)
    fun toInt mode x = Real.toInt mode (wide x)
    fun toLargeInt mode x = Real.toLargeInt mode (wide x)
    val fromInt = _prim "s2f.i64.f32" : int -> real
    val toLarge = wide
    fun fromLarge mode x = rounded (mode, x)

    fun fromLargeInt i =
      let
        val x = Real.fromLargeInt i
        fun order () = IntInf.compare (i, Real.toLargeInt TO_ZERO x)
      in
        narrow (if Real.isFinite x then odd (x, order ()) else x)
      end

    fun fromDecimal (d : decimal_approx) =
      case Real.fromDecimal d of
        NONE => NONE
      | SOME x => SOME (narrow (if Real.isFinite x then odd (x, against (d, x)) else x))

    fun toDecimal x =
      let
        val kind = class x
        fun try n =
          let
            val text = Real.fmt (StringCvt.SCI (SOME n)) (wide x)
            val d as {sign, digits, exp, ...} = Option.valOf (IEEEReal.fromString text)
          in
            if == (Option.valOf (fromDecimal d), x) then
              {class = kind, sign = sign, digits = digits, exp = exp}
            else try (n + 1)
          end
      in
        case kind of
          (NORMAL | SUBNORMAL) => try 0
        | _ => {class = kind, sign = signBit x, digits = [], exp = 0}
      end

    fun fmt StringCvt.EXACT = (fn x => IEEEReal.toString (toDecimal x))
      | fmt f = let val fmt = Real.fmt f in fn x => fmt (wide x) end

    fun toString x = Real.toString (wide x)

    fun scan getc s =
      case IEEEReal.scan getc s of
        SOME (d, rest) => SOME (Option.valOf (fromDecimal d), rest)
      | NONE => NONE

    fun fromString s = StringCvt.scanString scan s
  end

  open Real32Arith
end
