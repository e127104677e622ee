(* Escape sequences in characters and strings, as Standard ML and C write them. *)

structure Escape = struct
  local
    val ord = CharArith.ord
    val chr = CharArith.chr

    fun digits (n, i, room, base) =
      if i = 0 then Bytes.part (room, 0, 4)
      else
        (Bytes.set (room, i, Bytes.ofDigit (n mod base)); digits (n div base, i - 1, room, base))

    (* A backslash and three digits. *)
    fun coded (c, base) = digits (ord c, 3, Bytes.new (4, #"\\"), base)

    fun isPrint c = c >= #" " andalso c <= #"~"

    fun letter #"a" = SOME #"\a"
      | letter #"b" = SOME #"\b"
      | letter #"t" = SOME #"\t"
      | letter #"n" = SOME #"\n"
      | letter #"v" = SOME #"\v"
      | letter #"f" = SOME #"\f"
      | letter #"r" = SOME #"\r"
      | letter #"\\" = SOME #"\\"
      | letter #"\"" = SOME #"\""
      | letter _ = NONE
  in
    (* True of characters that Standard ML writes as they are. *)
    fun plain c = isPrint c andalso c <> #"\\" andalso c <> #"\""

    fun plainC c = plain c andalso c <> #"?" andalso c <> #"'"

    local
      fun common #"\\" = "\\\\"
        | common #"\"" = "\\\""
        | common #"\a" = "\\a"
        | common #"\b" = "\\b"
        | common #"\t" = "\\t"
        | common #"\n" = "\\n"
        | common #"\v" = "\\v"
        | common #"\f" = "\\f"
        | common #"\r" = "\\r"
        | common _ = ""
    in
      (* A character as Standard ML writes it. *)
      fun ml c =
        if plain c then StringBase.str c
        else
          case common c of
            "" =>
              if c < #" " then StringBase.^ ("\\^", StringBase.str (chr (ord c + 64)))
              else coded (c, 10)
          | s => s

      (* A character as C writes it. *)
      fun c c =
        if plainC c then StringBase.str c
        else
          case common c of
            "" => if c = #"?" then "\\?" else if c = #"'" then "\\'" else coded (c, 8)
          | s => s
    end

    (* The beginning of a stream: a character, a gap, neither, or its end. *)
    datatype 'a item = Char of char * 'a | Gap of 'a | Bad | End

    (* Reads up to n digits. *)
    fun number (getc, s, base, n) =
      let
        fun more (value, s, left) =
          if left = 0 then (value, s, n)
          else
            case getc s of
              SOME (c, rest) =>
                let
                  val d = Bytes.digit c
                in
                  (* Large values need not be told apart. *)
                  if d >= base then (value, s, n - left)
                  else if value > 65535 then more (value, rest, left - 1)
                  else more (value * base + d, rest, left - 1)
                end
            | NONE => (value, s, n - left)
      in
        more (0, s, n)
      end

    fun code (value, rest) = if value > 255 then Bad else Char (chr value, rest)

    fun control (getc, s) =
      case getc s of
        SOME (c, rest) => if c >= #"@" andalso c <= #"_" then Char (chr (ord c - 64), rest) else Bad
      | NONE => Bad

    (* The rest of a gap. *)
    fun gap (getc, s) =
      case getc s of
        SOME (#"\\", rest) => Gap rest
      | SOME (c, rest) => if Bytes.isSpace c then gap (getc, rest) else Bad
      | NONE => Bad

    fun exactly (getc, s, base, n) =
      case number (getc, s, base, n) of
        (value, rest, count) => if count = n then code (value, rest) else Bad

    (* After a backslash of Standard ML. *)
    fun escape (getc, s) =
      case getc s of
        NONE => Bad
      | SOME (c, rest) =>
          (case letter c of
             SOME c => Char (c, rest)
           | NONE =>
               if c = #"^" then control (getc, rest)
               else if c = #"u" then exactly (getc, rest, 16, 4)
               else if c = #"U" then exactly (getc, rest, 16, 8)
               else if c >= #"0" andalso c <= #"9" then exactly (getc, s, 10, 3)
               else if Bytes.isSpace c then gap (getc, rest)
               else Bad)

    (* After a backslash of C. *)
    fun escapeC (getc, s) =
      case getc s of
        NONE => Bad
      | SOME (c, rest) =>
          (case letter c of
             SOME c => Char (c, rest)
           | NONE =>
               if c = #"?" orelse c = #"'" then Char (c, rest)
               else if c = #"^" then control (getc, rest)
               else if c = #"x" then
                 case number (getc, rest, 16, ~1) of
                   (value, rest, count) => if count = 0 then Bad else code (value, rest)
               else if c >= #"0" andalso c <= #"7" then
                 case number (getc, s, 8, 3) of (value, rest, _) => code (value, rest)
               else Bad)

    fun item (getc, escape) s =
      case getc s of
        NONE => End
      | SOME (#"\\", rest) => escape (getc, rest)
      | SOME (c, rest) => if isPrint c then Char (c, rest) else Bad

    fun scanChar item s =
      case item s of
        Char found => SOME found
      | Gap rest => scanChar item rest
      | (Bad | End) => NONE

    fun scanString item s =
      let
        fun text chars = StringBase.implode (List.rev chars)
        fun more (s, chars) =
          case item s of
            Char (c, rest) => more (rest, c :: chars)
          | Gap rest => more (rest, chars)
          | (Bad | End) => SOME (text chars, s)
      in
        case item s of
          Bad => NONE
        | (Char _ | Gap _ | End) => more (s, [])
      end
  end
end
