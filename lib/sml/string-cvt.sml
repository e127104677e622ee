(* Types and functions for conversions between strings and other values. *)

signature STRING_CVT = sig
  (** [BIN], [OCT], [DEC], [HEX]: radix 2, 8, 10 or 16. *)
  datatype radix = BIN | OCT | DEC | HEX
  (** [SCI n], [FIX n], [GEN n], [EXACT]: how a real is written, with n digits (6, 6 and 12 if NONE). *)
  datatype realfmt = SCI of int option | FIX of int option | GEN of int option | EXACT
  (** [reader]: takes an item off a stream, if there is one. *)
  type ('item, 'stream) reader = 'stream -> ('item * 'stream) option
  (** [cs]: a stream of the characters of a string. *)
  type cs
  (** [padLeft c n s] is s with copies of c before it, of size n at least. *)
  val padLeft : char -> int -> string -> string
  (** [padRight c n s] is s with copies of c after it, of size n at least. *)
  val padRight : char -> int -> string -> string
  (** [splitl f getc s] is the longest prefix of s whose characters satisfy f, and the rest. *)
  val splitl : (char -> bool) -> (char, 'a) reader -> 'a -> string * 'a
  (** [takel f getc s] is the longest prefix of s whose characters satisfy f. *)
  val takel : (char -> bool) -> (char, 'a) reader -> 'a -> string
  (** [dropl f getc s] is what follows the longest prefix of s whose characters satisfy f. *)
  val dropl : (char -> bool) -> (char, 'a) reader -> 'a -> 'a
  (** [skipWS getc s] is s without the white space that it begins with. *)
  val skipWS : (char, 'a) reader -> 'a -> 'a
  (** [scanString scan s] is what scan reads at the beginning of s, if that is something. *)
  val scanString : ((char, cs) reader -> ('a, cs) reader) -> string -> 'a option
end

structure StringCvt = struct
  datatype radix = BIN | OCT | DEC | HEX
  datatype realfmt = SCI of int option | FIX of int option | GEN of int option | EXACT
  type ('item, 'stream) reader = 'stream -> ('item * 'stream) option
  datatype cs = At of int

  fun pad (c, n, s, left) =
    let
      val size = Bytes.size s
    in
      if n <= size then s
      else
        let
          val room = Bytes.new (n, c)
        in
          Bytes.blit (s, 0, room, if left then n - size else 0, size);
          Bytes.part (room, 0, n)
        end
    end

  fun padLeft c n s = pad (c, n, s, true)
  fun padRight c n s = pad (c, n, s, false)

  (* The string of the n characters of a list, last first. *)
  fun text (chars, n) =
    let
      val room = Bytes.new (n, Bytes.blank)
      fun fill (_, []) = Bytes.part (room, 0, n)
        | fill (i, c :: rest) = (Bytes.set (room, i, c); fill (i - 1, rest))
    in
      fill (n - 1, chars)
    end

  fun splitl f getc s =
    let
      fun go (s, chars, n) =
        case getc s of
          SOME (c, rest) => if f c then go (rest, c :: chars, n + 1) else (text (chars, n), s)
        | NONE => (text (chars, n), s)
    in
      go (s, [], 0)
    end

  fun takel f getc s = #1 (splitl f getc s)

  fun dropl f getc s =
    case getc s of
      SOME (c, rest) => if f c then dropl f getc rest else s
    | NONE => s

  fun skipWS getc s = dropl Bytes.isSpace getc s

  fun scanString scan s =
    let
      val n = Bytes.size s
      fun getc (At i) = if i < n then SOME (Bytes.at (s, i), At (i + 1)) else NONE
    in
      case scan getc (At 0) of
        SOME (x, _) => SOME x
      | NONE => NONE
    end
end

structure StringCvt :> STRING_CVT = StringCvt
