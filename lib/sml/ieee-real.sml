(* Rounding, classes and decimal notation of reals, after the standard IEEE 754. *)

signature IEEE_REAL = sig
  (** [Unordered]: raised where a comparison meets nan. *)
  exception Unordered
  (** [real_order]: how two reals stand to each other, UNORDERED if one is nan. *)
  datatype real_order = LESS | EQUAL | GREATER | UNORDERED
  (** [float_class]: the kinds of reals. *)
  datatype float_class = NAN | INF | ZERO | NORMAL | SUBNORMAL
  (** [rounding_mode]: where results are rounded to. *)
  datatype rounding_mode = TO_NEAREST | TO_NEGINF | TO_POSINF | TO_ZERO
  (** [setRoundingMode m] makes m the way that arithmetic rounds. *)
  val setRoundingMode : rounding_mode -> unit
  (** [getRoundingMode ()] is the way that arithmetic rounds. *)
  val getRoundingMode : unit -> rounding_mode
  (** [decimal_approx]: a number 0.d1d2... times 10 to the power exp, negative if sign. *)
  type decimal_approx = {class : float_class, sign : bool, digits : int list, exp : int}
  (** [toString d] is d as 0.d1d2...Ee. *)
  val toString : decimal_approx -> string
  (** [scan getc s] reads a real, without rounding, after white space. *)
  val scan : (char, 'a) StringCvt.reader -> (decimal_approx, 'a) StringCvt.reader
  (** [fromString s] is the real that s begins with, without rounding, after white space. *)
  val fromString : string -> decimal_approx option
end

structure IEEEReal : IEEE_REAL = struct
  exception Unordered
  datatype real_order = LESS | EQUAL | GREATER | UNORDERED
  datatype float_class = NAN | INF | ZERO | NORMAL | SUBNORMAL
  datatype rounding_mode = TO_NEAREST | TO_NEGINF | TO_POSINF | TO_ZERO
  type decimal_approx = {class : float_class, sign : bool, digits : int list, exp : int}

  fun setRoundingMode TO_NEAREST = ()
    | setRoundingMode _ = raise Fail "IEEEReal.setRoundingMode: only TO_NEAREST is supported"

  fun getRoundingMode () = TO_NEAREST

  local
    fun digits (room, i, []) = ()
      | digits (room, i, d :: rest) =
          (Bytes.set (room, i, CharArith.chr (d + 48)); digits (room, i + 1, rest))

    fun mantissa l =
      let
        val n = List.length l
        val room = Bytes.new (n + 2, #".")
      in
        Bytes.set (room, 0, #"0");
        digits (room, 2, l);
        Bytes.part (room, 0, n + 2)
      end

    fun magnitude {class = NAN, sign, digits, exp} = "nan"
      | magnitude {class = INF, ...} = "inf"
      | magnitude {class = ZERO, ...} = "0.0"
      | magnitude {digits = [], ...} = "0.0"
      | magnitude {digits, exp = 0, ...} = mantissa digits
      | magnitude {digits, exp, ...} =
          Bytes.joinWith ("E", [mantissa digits, Digits.decimal exp])
  in
    fun toString (d as {sign, ...} : decimal_approx) =
      if sign then StringBase.^ ("~", magnitude d) else magnitude d
  end

  local
    (* With more digits an exponent is out of range, wherever the decimal point is. *)
    val most = 25

    fun zeros (0 :: rest) = zeros rest
      | zeros l = l

    (* Digits come last first. *)
    fun decimal (sign, whole, fraction, exp) =
      let
        val inOrder = List.rev (List.@ (fraction, whole))
        fun leading (0 :: rest, n) = leading (rest, n - 1)
          | leading found = found
        val (digits, first) = leading (inOrder, List.length whole)
        val all = List.rev (zeros (List.rev digits))
        fun bare class = {class = class, sign = sign, digits = [], exp = 0}
      in
        case all of
          [] => bare ZERO
        | _ =>
            {class = NORMAL, sign = sign, digits = all,
             exp = IntInf.toInt (IntInf.+ (IntInf.fromInt first, exp))}
            handle Overflow => bare (if IntInf.< (exp, IntInf.fromInt 0) then ZERO else INF)
      end

    (* Digits, last first. *)
    fun number (getc, s, done) =
      case getc s of
        SOME (c, rest) =>
          if c >= #"0" andalso c <= #"9" then number (getc, rest, CharArith.ord c - 48 :: done)
          else (done, s)
      | NONE => (done, s)

    fun exponent (getc, s) =
      let
        val none = IntInf.fromInt 0
        val ten = IntInf.fromInt 10
        fun value (_, 0, n) = n
          | value ([], _, n) = n
          | value (d :: rest, left, n) =
              value (rest, left - 1, IntInf.+ (IntInf.* (n, ten), IntInf.fromInt d))
        fun digits (negative, t) =
          case number (getc, t, []) of
            ([], _) => (none, s)
          | (l, rest) =>
              let
                val n = value (zeros (List.rev l), most, none)
              in
                (if negative then IntInf.~ n else n, rest)
              end
      in
        case getc s of
          SOME ((#"e" | #"E"), rest) =>
            (case getc rest of
               SOME ((#"~" | #"-"), t) => digits (true, t)
             | SOME (#"+", t) => digits (false, t)
             | _ => digits (false, rest))
        | _ => (none, s)
      end

    fun fraction (getc, s) =
      case getc s of
        SOME (#".", rest) =>
          (case number (getc, rest, []) of
             ([], _) => ([], s)
           | found => found)
      | _ => ([], s)

    (* The stream after a word, in letters of either case. *)
    fun word (getc, s, w, i) =
      if i = Bytes.size w then SOME s
      else
        case getc s of
          SOME (c, rest) =>
            if Bytes.digit c = Bytes.digit (Bytes.at (w, i)) then word (getc, rest, w, i + 1)
            else NONE
        | NONE => NONE

    fun special (getc, s, sign) =
      case word (getc, s, "inf", 0) of
        SOME rest =>
          let
            val rest = Option.getOpt (word (getc, rest, "inity", 0), rest)
          in
            SOME ({class = INF, sign = sign, digits = [], exp = 0}, rest)
          end
      | NONE =>
          (case word (getc, s, "nan", 0) of
             SOME rest => SOME ({class = NAN, sign = sign, digits = [], exp = 0}, rest)
           | NONE => NONE)
  in
    fun scan getc s =
      let
        val (sign, s) = Digits.sign (getc, s)
        val (whole, rest) = number (getc, s, [])
        val (part, rest) = fraction (getc, rest)
      in
        case (whole, part) of
          ([], []) => special (getc, s, sign)
        | _ =>
            let
              val (exp, rest) = exponent (getc, rest)
            in
              SOME (decimal (sign, whole, part, exp), rest)
            end
      end

    fun fromString s = StringCvt.scanString scan s
  end
end
