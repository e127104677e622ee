(* The parts of a real's representation. *)

structure RealParts = struct
  val toBits = _prim "fbits.f64" : real -> int
  val fromBits = _prim "fofbits.f64" : int -> real

  local
    val andb = _prim "and.i64" : int * int -> int
    val orb = _prim "or.i64" : int * int -> int
    val shl = _prim "shl.i64" : int * int -> int
    val shr = _prim "lshr.i64" : int * int -> int

    (* 2 to the power n, from ~1022 to 1023. *)
    fun power n = fromBits (shl (n + 1023, 52))
    val mantissa = ~0x7ff0000000000001
  in
    (* Mantissa, from a half to below 1, and exponent. *)
    fun manExp x =
      let
        val bits = toBits x
        val exp = andb (shr (bits, 52), 2047)
      in
        if exp = 2047 then (x, 0)
        else if exp > 0 then (fromBits (orb (andb (bits, mantissa), shl (1022, 52))), exp - 1022)
        else if abs x > 0.0 then
          let val (man, exp) = manExp (x * power 54) in (man, exp - 54) end
        else (x, 0)
      end

    (* x times 2 to the power n, rounded once. *)
    fun scale (x, n) =
      let
        val (man, exp) = manExp x
        val least = _prim "smin.i64" : int * int -> int
        val most = _prim "smax.i64" : int * int -> int
        val exp = exp + most (~5000, least (n, 5000))
      in
        if exp > 1024 then man * power 1023 * 2.0 * 2.0
        else if exp >= ~1021 then man * 2.0 * power (exp - 1)
        else if exp > ~1080 then man * power ~1021 * power (exp + 1021)
        else man * power ~1022 * power ~1022
      end
  end
end
