(* Integers without limit. *)

signature INT_INF = sig
  include INTEGER
  (** [divMod (i, j)] is (i div j, i mod j); raises Div. *)
  val divMod : int * int -> int * int
  (** [quotRem (i, j)] is (quot (i, j), rem (i, j)); raises Div. *)
  val quotRem : int * int -> int * int
  (** [pow (i, n)] is i to the power n; for n < 0, 1 divided by that, rounded to zero; raises Div for 0. *)
  val pow : int * IntArith.int -> int
  (** [log2 i] is the position of the highest bit of i; raises Domain unless i > 0. *)
  val log2 : int -> IntArith.int
  (** [orb (i, j)] is the bits set in any, in two's complement. *)
  val orb : int * int -> int
  (** [xorb (i, j)] is the bits set in one only. *)
  val xorb : int * int -> int
  (** [andb (i, j)] is the bits set in both. *)
  val andb : int * int -> int
  (** [notb i] is the bits not set in i, ~(i + 1). *)
  val notb : int -> int
  (** [<< (i, n)] is i times 2 to the power n. *)
  val << : int * WordArith.word -> int
  (** [~>> (i, n)] is i divided by 2 to the power n, rounded down. *)
  val ~>> : int * WordArith.word -> int
end

structure IntInf : INT_INF where type int = intinf = struct
  type int = intinf

  local
    val cmp = _prim "big.cmp" : int * int -> IntArith.int
    val show = _prim "big.to.str" : int * IntArith.int -> string
    val parse = _prim "big.parse" : string * IntArith.int -> bool * int
    val shl = _prim "big.shl" : int * IntArith.int -> int
    val base = Digits.base

    (* Digits in upper case, the sign as `~`. *)
    fun native s =
      let
        fun change c =
          if c >= #"a" then Bytes.ofDigit (Bytes.digit c) else if c = #"-" then #"~" else c
        fun wrong c = c >= #"a" orelse c = #"-"
        val n = Bytes.size s
      in
        if Bytes.find (wrong, s, 0, n) = n then s
        else Bytes.tabulate (n, fn i => change (Bytes.at (s, i)))
      end

    fun power (b, n : IntArith.int) : int =
      if n = 0 then 1
      else if n = 1 then b
      else
        let
          val half = power (b * b, n div 2)
        in
          if n mod 2 = 0 then half else b * half
        end
  in
    fun sign (i : int) : IntArith.int = cmp (i, 0)
    fun sameSign (i, j) = sign i = sign j

    fun compare (i, j) =
      case cmp (i, j) of
        ~1 => LESS
      | 0 => EQUAL
      | _ => GREATER

    fun pow (i : int, n : IntArith.int) : int =
      if n >= 0 then
        if i = 2 then shl (1, n) else power (i, n)
      else if i = 0 then raise Div
      else if i = 1 then 1
      else if i = ~1 then if n mod 2 = 0 then 1 else ~1
      else 0

    fun fmt radix i = native (show (i, base radix))
    fun toString i = native (show (i, 10))

    fun scan radix getc s =
      let
        val base = base radix
        val (negative, s) = Digits.sign (getc, s)
        val s = Digits.prefix (radix, getc, s)
        val (digits, rest) = StringCvt.splitl (fn c => Bytes.digit c < base) getc s
      in
        case parse (digits, base) of
          (true, i) => SOME (if negative then ~ i else i, rest)
        | (false, _) => NONE
      end

    fun fromString s =
      let
        val n = Bytes.size s
        val i = Bytes.find (not o Bytes.isSpace, s, 0, n)
        val signed = i < n andalso (case Bytes.at (s, i) of (#"~" | #"-" | #"+") => true | _ => false)
        val j = Bytes.find (fn c => Bytes.digit c >= 10, s, if signed then i + 1 else i, n)
      in
        case parse (Bytes.sub (s, i, j - i), 10) of
          (true, i) => SOME i
        | (false, _) => NONE
      end
  end

  local
    open IntInfArith
  in
    val quot = _prim "big.quot" : int * int -> int
    val rem = _prim "big.rem" : int * int -> int
    fun divMod (i, j) = let val q = i div j in (q, i - q * j) end
    fun quotRem (i, j) = let val q = quot (i, j) in (q, i - q * j) end
    fun min (i, j) = if i < j then i else j
    fun max (i, j) = if i < j then j else i
    fun notb i = ~ 1 - i
  end

  open IntInfArith

  val toLarge = _prim "copy" : int -> int
  val fromLarge = toLarge
  val fromInt = _prim "big.of.i64" : IntArith.int -> int
  val toInt = _prim "big.to.i64" : int -> IntArith.int
  val precision : IntArith.int option = NONE
  val minInt : int option = NONE
  val maxInt : int option = NONE
  val log2 = _prim "big.log2" : int -> IntArith.int
  val orb = _prim "big.or" : int * int -> int
  val xorb = _prim "big.xor" : int * int -> int
  val andb = _prim "big.and" : int * int -> int
  val << = _prim "big.shl" : int * word -> int
  val ~>> = _prim "big.shr" : int * word -> int
end

structure LargeInt = IntInf
