(* Reals as text. *)

structure RealText = struct
  local
    open StringCvt
    val format = _prim "f64.fmt" : real * int * int -> string
    val parse = _prim "f64.parse" : string -> bool * real

    (* No number has more digits than these that are not zero. *)
    val most = 2000

    (* Minus signs as `~`. *)
    fun native s =
      let
        val n = Bytes.size s
        fun change c = if c = #"-" then #"~" else c
      in
        if Bytes.find (fn c => c = #"-", s, 0, n) = n then s
        else Bytes.tabulate (n, fn i => change (Bytes.at (s, i)))
      end

    (* Puts n zeros before index i. *)
    fun zeros (s, i, n) =
      let
        val size = Bytes.size s
        val () = if n > Sequence.maxLen - size then raise Size else ()
        val room = Bytes.new (size + n, #"0")
      in
        Bytes.blit (s, 0, room, 0, i);
        Bytes.blit (s, i, room, i + n, size - i);
        Bytes.part (room, 0, size + n)
      end

    (* The text with n digits after the point, where that is more than the number has. *)
    fun long (x, style, n) =
      let
        val s = format (x, style, most)
        val size = Bytes.size s
        val finite = Bytes.at (s, size - 1) <> #"f" andalso Bytes.at (s, size - 1) <> #"n"
      in
        if finite then zeros (s, Bytes.find (fn c => c = #"E", s, 0, size), n - most) else s
      end

    fun fixed (style, n) =
      if n < 0 then raise Size
      else if n > most then fn x => native (long (x, style, n))
      else fn x => native (format (x, style, n))

    fun short n =
      if n < 1 then raise Size
      else
        let
          val n = if n > most then most else n
        in
          fn x => native (format (x, 2, n))
        end

    (* Digits, and the power of ten that 0.d1d2... is to be multiplied with, of d.ddE-n. *)
    fun digits s =
      let
        val n = Bytes.size s
        val e = Bytes.find (fn c => c = #"E", s, 0, n)
        val exp =
          if e = n then 0 else Option.getOpt (Digits.fromDecimal (Bytes.sub (s, e + 1, n - e - 1)), 0)
        val point = Bytes.find (fn c => c = #".", s, 0, e)
        fun list (i, done) =
          if i < 0 then done
          else
            let
              val c = Bytes.at (s, i)
            in
              if c >= #"0" andalso c <= #"9" then list (i - 1, CharArith.ord c - 48 :: done)
              else list (i - 1, done)
            end
        fun leading (0 :: rest, exp) = leading (rest, exp - 1)
          | leading found = found
        fun trailing (0 :: rest) = trailing rest
          | trailing l = List.rev l
        val first = if Bytes.at (s, 0) = #"-" then 1 else 0
        val (l, exp) = leading (list (e - 1, []), exp + point - first)
      in
        (trailing (List.rev l), exp)
      end
  in
    fun general x = native (format (x, 2, 12))

    fun toDecimal (x, class) =
      let
        val sign = RealParts.toBits x < 0
        fun bare class = {class = class, sign = sign, digits = [], exp = 0}
      in
        case class of
          (IEEEReal.NORMAL | IEEEReal.SUBNORMAL) =>
            let
              val (digits, exp) = digits (format (x, 3, 0))
            in
              {class = class, sign = sign, digits = digits, exp = exp}
            end
        | _ => bare class
      end

    (* The shortest text that reads back; the class does not matter to it. *)
    fun exact x =
      if abs x <= 1.7976931348623157E308 then
        let
          val class = if abs x > 0.0 then IEEEReal.NORMAL else IEEEReal.ZERO
        in
          IEEEReal.toString (toDecimal (x, class))
        end
      else native (format (x, 3, 0))

    fun fmt (SCI n) = fixed (0, Option.getOpt (n, 6))
      | fmt (FIX n) = fixed (1, Option.getOpt (n, 6))
      | fmt (GEN n) = short (Option.getOpt (n, 12))
      | fmt EXACT = exact

    val copySign = _prim "copysign.f64" : real * real -> real

    fun fromDecimal ({class, sign, digits, exp} : IEEEReal.decimal_approx) =
      let
        fun signed x = SOME (if sign then ~ x else x)
        fun good d = d >= 0 andalso d <= 9
        val n = List.length digits
        (* The exponent of the last digit, within what can matter. *)
        val exp = if exp > 1000000 then 1000000 else if exp < ~1000000 then ~1000000 else exp
        fun text () = IEEEReal.toString {class = class, sign = sign, digits = digits, exp = exp}
      in
        case class of
          IEEEReal.INF => signed (1.0 / 0.0)
        | IEEEReal.NAN => SOME (copySign (0.0 / 0.0, if sign then ~1.0 else 1.0))
        | IEEEReal.ZERO => signed 0.0
        | _ => if List.all good digits then SOME (#2 (parse (text ()))) else NONE
      end

    fun scan (getc, s) =
      case IEEEReal.scan getc s of
        SOME (d, rest) => SOME (valOf (fromDecimal d), rest)
      | NONE => NONE

    (* As scan, of a string. *)
    fun fromString s =
      let
        val n = Bytes.size s
        fun at i = if i < n then Bytes.at (s, i) else #" "
        fun isDigit c = c >= #"0" andalso c <= #"9"
        fun isSign c = c = #"~" orelse c = #"-" orelse c = #"+"
        fun digits i = if isDigit (at i) then digits (i + 1) else i
        (* The index after an exponent, if there is one. *)
        fun exponent i =
          let
            val j = if isSign (at (i + 1)) then i + 2 else i + 1
          in
            if (at i = #"E" orelse at i = #"e") andalso isDigit (at j) then digits j else i
          end
        fun fraction i =
          exponent (if at i = #"." andalso isDigit (at (i + 1)) then digits (i + 1) else i)
        val start = Bytes.find (not o Bytes.isSpace, s, 0, n)
        val first = if isSign (at start) then start + 1 else start
      in
        if isDigit (at first) orelse at first = #"." andalso isDigit (at (first + 1)) then
          SOME (#2 (parse (Bytes.sub (s, start, fraction (digits first) - start))))
        else StringCvt.scanString (fn getc => fn s => scan (getc, s)) s
      end
  end
end
