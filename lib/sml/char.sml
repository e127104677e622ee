(* Characters: bytes. *)

signature CHAR = sig
  eqtype char
  eqtype string
  (** [minChar] is the least character. *)
  val minChar : char
  (** [maxChar] is the greatest character. *)
  val maxChar : char
  (** [maxOrd] is the greatest code, 255. *)
  val maxOrd : int
  (** [ord c] is the code of c. *)
  val ord : char -> int
  (** [chr i] is the character of code i; raises Chr. *)
  val chr : int -> char
  (** [succ c] is the next character; raises Chr. *)
  val succ : char -> char
  (** [pred c] is the character before; raises Chr. *)
  val pred : char -> char
  (** [compare (c, d)] is how the code of c stands to that of d. *)
  val compare : char * char -> order
  (** [c < d] is whether c has the lesser code. *)
  val < : char * char -> bool
  (** [c <= d] is whether the code of c is at most that of d. *)
  val <= : char * char -> bool
  (** [c > d] is whether c has the greater code. *)
  val > : char * char -> bool
  (** [c >= d] is whether the code of c is at least that of d. *)
  val >= : char * char -> bool
  (** [contains s c] is whether c occurs in s. *)
  val contains : string -> char -> bool
  (** [notContains s c] is whether c does not occur in s. *)
  val notContains : string -> char -> bool
  (** [isAscii c] is whether the code is below 128. *)
  val isAscii : char -> bool
  (** [toLower c] is the lower case of a letter, and any other c. *)
  val toLower : char -> char
  (** [toUpper c] is the upper case of a letter, and any other c. *)
  val toUpper : char -> char
  (** [isAlpha c] is whether c is a letter of ASCII. *)
  val isAlpha : char -> bool
  (** [isAlphaNum c] is whether c is a letter or a decimal digit. *)
  val isAlphaNum : char -> bool
  (** [isCntrl c] is whether c is a control character. *)
  val isCntrl : char -> bool
  (** [isDigit c] is whether c is a decimal digit. *)
  val isDigit : char -> bool
  (** [isGraph c] is whether c prints and is not a space. *)
  val isGraph : char -> bool
  (** [isHexDigit c] is whether c is a hexadecimal digit. *)
  val isHexDigit : char -> bool
  (** [isLower c] is whether c is a lower-case letter. *)
  val isLower : char -> bool
  (** [isPrint c] is whether c prints. *)
  val isPrint : char -> bool
  (** [isSpace c] is whether c is white space. *)
  val isSpace : char -> bool
  (** [isPunct c] is whether c prints and is neither a space nor a letter nor a digit. *)
  val isPunct : char -> bool
  (** [isUpper c] is whether c is an upper-case letter. *)
  val isUpper : char -> bool
  (** [toString c] is c as Standard ML writes it in a string. *)
  val toString : char -> string
  (** [scan getc s] reads a character, or an escape sequence of Standard ML. *)
  val scan : (char, 'a) StringCvt.reader -> (char, 'a) StringCvt.reader
  (** [fromString s] is the character that s begins with, or an escape sequence stands for. *)
  val fromString : string -> char option
  (** [toCString c] is c as C writes it in a string. *)
  val toCString : char -> string
  (** [fromCString s] is the character that s begins with, or an escape sequence of C stands for. *)
  val fromCString : string -> char option
end

structure Char = struct
  type char = char
  type string = string

  val minChar = #"\000"
  val maxChar = #"\255"
  val maxOrd = 255

  fun succ c = CharArith.chr (CharArith.ord c + 1)
  fun pred c = CharArith.chr (CharArith.ord c - 1)

  fun contains s c =
    let
      val n = Bytes.size s
    in
      Bytes.find (fn d => d = c, s, 0, n) < n
    end

  fun notContains s c = not (contains s c)

  open CharArith

  fun compare (c, d) = if c < d then LESS else if c > d then GREATER else EQUAL

  fun isAscii c = c < #"\128"
  fun isLower c = c >= #"a" andalso c <= #"z"
  fun isUpper c = c >= #"A" andalso c <= #"Z"
  fun isDigit c = c >= #"0" andalso c <= #"9"
  fun isAlpha c = isLower c orelse isUpper c
  fun isAlphaNum c = isAlpha c orelse isDigit c
  fun isHexDigit c = isDigit c orelse c >= #"a" andalso c <= #"f" orelse c >= #"A" andalso c <= #"F"
  fun isCntrl c = c < #" " orelse c = #"\127"
  fun isGraph c = c > #" " andalso c < #"\127"
  fun isPrint c = c >= #" " andalso c < #"\127"
  fun isPunct c = isGraph c andalso not (isAlphaNum c)
  val isSpace = Bytes.isSpace

  local
    val flip = _prim "xor.i8" : char * char -> char
  in
    fun toLower c = if isUpper c then flip (c, #" ") else c
    fun toUpper c = if isLower c then flip (c, #" ") else c
  end

  fun toString c = Escape.ml c
  fun toCString c = Escape.c c
  fun scan getc s = Escape.scanChar (Escape.item (getc, Escape.escape)) s
  fun scanC getc s = Escape.scanChar (Escape.item (getc, Escape.escapeC)) s
  fun fromString s = StringCvt.scanString scan s
  fun fromCString s = StringCvt.scanString scanC s
end

structure Char : CHAR where type char = char where type string = string = Char
