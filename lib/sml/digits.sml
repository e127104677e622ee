(* Integers and words of 64 bits as text. *)

structure Digits = struct
  local
    open StringCvt
    val word = _prim "copy" : int -> word
    val int = _prim "copy" : word -> int
    val shift = _prim "lshr.i64" : word * word -> word
    val andb = _prim "and.i64" : word * word -> word
    val char = _prim "trunc.i64.i8" : word -> char

    (* Writes digits so that the last comes before index i; gives the index of the first. *)
    fun tens (room, w, i) =
      let
        val q = w div 0w10
        val j = i - 1
      in
        Bytes.set (room, j, char (w - q * 0w10 + 0w48));
        if q = 0w0 then j else tens (room, q, j)
      end

    fun bits (room, w, i, each, mask) =
      let
        val rest = shift (w, each)
        val j = i - 1
      in
        Bytes.set (room, j, Bytes.ofDigit (int (andb (w, mask))));
        if rest = 0w0 then j else bits (room, rest, j, each, mask)
      end

    fun write (BIN, room, w, i) = bits (room, w, i, 0w1, 0w1)
      | write (OCT, room, w, i) = bits (room, w, i, 0w3, 0w7)
      | write (DEC, room, w, i) = tens (room, w, i)
      | write (HEX, room, w, i) = bits (room, w, i, 0w4, 0w15)

    fun most BIN = 65
      | most OCT = 23
      | most DEC = 21
      | most HEX = 17

    fun signed (room, first, size, negative) =
      if negative then
        (Bytes.set (room, first - 1, #"~"); Bytes.part (room, first - 1, size + 1 - first))
      else Bytes.part (room, first, size - first)
  in
    (* A signed integer, its sign as `~`. *)
    fun fmtSigned (radix, n) =
      let
        val size = most radix
        val room = Bytes.new (size, Bytes.blank)
        val w = if n < 0 then ~ (word n) else word n
      in
        signed (room, write (radix, room, w, size), size, n < 0)
      end

    fun decimal n =
      let
        val room = Bytes.new (21, Bytes.blank)
        val w = if n < 0 then ~ (word n) else word n
      in
        signed (room, tens (room, w, 21), 21, n < 0)
      end

    (* A word. *)
    fun fmtWord (radix, w) =
      let
        val size = most radix
        val room = Bytes.new (size, Bytes.blank)
        val first = write (radix, room, w, size)
      in
        Bytes.part (room, first, size - first)
      end

    fun base BIN = 2
      | base OCT = 8
      | base DEC = 10
      | base HEX = 16

    (* Reads an optional sign after white space; true for minus. *)
    fun sign (getc, s) =
      let
        val s = skipWS getc s
      in
        case getc s of
          SOME ((#"~" | #"-"), rest) => (true, rest)
        | SOME (#"+", rest) => (false, rest)
        | _ => (false, s)
      end

    (* Reads 0x if a digit follows. *)
    fun prefix (HEX, getc, s) =
          (case getc s of
             SOME (#"0", rest) =>
               (case getc rest of
                  SOME ((#"x" | #"X"), digits) =>
                    (case getc digits of
                       SOME (c, _) => if Bytes.digit c < 16 then digits else s
                     | NONE => s)
                | _ => s)
           | _ => s)
      | prefix (_, _, s) = s

    fun scanSigned (radix, getc, s) =
      let
        val base = base radix
        (* Below zero there is room for one more. *)
        fun more (n, s, step) =
          case getc s of
            SOME (c, rest) =>
              let
                val d = Bytes.digit c
              in
                if d < base then more (n * base + step * d, rest, step) else (n, s)
              end
          | NONE => (n, s)
        val (negative, s) = sign (getc, s)
        val s = prefix (radix, getc, s)
      in
        case getc s of
          SOME (c, _) =>
            if Bytes.digit c < base then SOME (more (0, s, if negative then ~1 else 1)) else NONE
        | NONE => NONE
      end

    (* As scanSigned in decimal, of a string. *)
    fun fromDecimal s =
      let
        val n = Bytes.size s
        (* The digit at an index, or something else. *)
        fun digit i = if i < n then CharArith.ord (Bytes.at (s, i)) - 48 else 99
        fun isDigit d = d >= 0 andalso d < 10
        fun up (m, i) =
          let val d = digit i in if isDigit d then up (m * 10 + d, i + 1) else SOME m end
        fun down (m, i) =
          let val d = digit i in if isDigit d then down (m * 10 - d, i + 1) else SOME m end
        fun start i =
          if i = n then NONE
          else
            case Bytes.at (s, i) of
              #"~" => if isDigit (digit (i + 1)) then down (0, i + 1) else NONE
            | #"-" => if isDigit (digit (i + 1)) then down (0, i + 1) else NONE
            | #"+" => if isDigit (digit (i + 1)) then up (0, i + 1) else NONE
            | c =>
                if isDigit (digit i) then up (0, i)
                else if Bytes.isSpace c then start (i + 1)
                else NONE
      in
        start 0
      end

    (* Reads 0w, in radix 16 0x or 0wx, if a digit follows. *)
    fun wordPrefix (radix, getc, s) =
      let
        fun digits t =
          case getc t of
            SOME (c, _) => if Bytes.digit c < base radix then t else s
          | NONE => s
        fun hex t =
          case (radix, getc t) of
            (HEX, SOME ((#"x" | #"X"), rest)) => digits rest
          | (HEX, _) => s
          | _ => digits t
      in
        case getc s of
          SOME (#"0", rest) =>
            (case getc rest of
               SOME (#"w", t) => hex t
             | _ => (case radix of HEX => hex rest | _ => s))
        | _ => s
      end

    fun scanWord (radix, getc, s) =
      let
        val base = base radix
        val times = _prim "umul.i64" : word * word -> word
        val plus = _prim "uadd.i64" : word * word -> word
        fun more (w, s) =
          case getc s of
            SOME (c, rest) =>
              let
                val d = Bytes.digit c
              in
                if d < base then more (plus (times (w, word base), word d), rest) else (w, s)
              end
          | NONE => (w, s)
        val s = wordPrefix (radix, getc, skipWS getc s)
      in
        case getc s of
          SOME (c, _) => if Bytes.digit c < base then SOME (more (0w0, s)) else NONE
        | NONE => NONE
      end
  end
end
