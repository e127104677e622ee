(* Strings: sequences of bytes. *)

signature STRING = sig
  eqtype string
  eqtype char
  (** [maxSize] is the greatest size of a string. *)
  val maxSize : int
  (** [size s] is the number of characters. *)
  val size : string -> int
  (** [sub (s, i)] is the character at index i, from 0; raises Subscript. *)
  val sub : string * int -> char
  (** [extract (s, i, SOME n)] is the n characters from index i, all for NONE; raises Subscript. *)
  val extract : string * int * int option -> string
  (** [substring (s, i, n)] is the n characters from index i; raises Subscript. *)
  val substring : string * int * int -> string
  (** [s ^ t] is s followed by t. *)
  val ^ : string * string -> string
  (** [concat l] is the strings of l, one after the other. *)
  val concat : string list -> string
  (** [concatWith s l] is the strings of l with s between any two. *)
  val concatWith : string -> string list -> string
  (** [str c] is the string of c alone. *)
  val str : char -> string
  (** [implode l] is the string of the characters of l. *)
  val implode : char list -> string
  (** [explode s] is the list of the characters of s. *)
  val explode : string -> char list
  (** [map f s] is s with f applied to each character. *)
  val map : (char -> char) -> string -> string
  (** [translate f s] is the strings f gives for the characters of s, one after the other. *)
  val translate : (char -> string) -> string -> string
  (** [tokens f s] is the parts of s between characters that satisfy f, without empty ones. *)
  val tokens : (char -> bool) -> string -> string list
  (** [fields f s] is the parts of s between characters that satisfy f. *)
  val fields : (char -> bool) -> string -> string list
  (** [isPrefix s t] is whether t begins with s. *)
  val isPrefix : string -> string -> bool
  (** [isSubstring s t] is whether s occurs in t. *)
  val isSubstring : string -> string -> bool
  (** [isSuffix s t] is whether t ends with s. *)
  val isSuffix : string -> string -> bool
  (** [compare (s, t)] is how s stands to t in the order of dictionaries, by codes. *)
  val compare : string * string -> order
  (** [collate f (s, t)] is how s stands to t in the order of dictionaries, by f. *)
  val collate : (char * char -> order) -> string * string -> order
  (** [s < t] is whether s comes before t. *)
  val < : string * string -> bool
  (** [s <= t] is whether s comes before t or is t. *)
  val <= : string * string -> bool
  (** [s > t] is whether s comes after t. *)
  val > : string * string -> bool
  (** [s >= t] is whether s comes after t or is t. *)
  val >= : string * string -> bool
  (** [toString s] is s with what does not print as escape sequences of Standard ML. *)
  val toString : string -> string
  (** [scan getc s] reads characters and escape sequences of Standard ML, as many as there are. *)
  val scan : (char, 'a) StringCvt.reader -> (string, 'a) StringCvt.reader
  (** [fromString s] is s with escape sequences of Standard ML read, up to a wrong one. *)
  val fromString : string -> string option
  (** [toCString s] is s with what does not print as escape sequences of C. *)
  val toCString : string -> string
  (** [fromCString s] is s with escape sequences of C read, up to a wrong one. *)
  val fromCString : string -> string option
end

structure String = struct
  type string = string
  type char = char

  open StringBase
  local
    open Bytes
  in
    val maxSize = 68719476736
    val sub = _prim "str.get" : string * int -> char

    fun extract (s, i, SOME n) = substring (s, i, n)
      | extract (s, i, NONE) = if i < 0 then raise Subscript else substring (s, i, size s - i)

    fun concatWith between l = joinWith (between, l)
    fun map f s = tabulate (size s, fn i => f (at (s, i)))

    fun translate f s = Pieces.translate (f, s, 0, size s)
    fun tokens f s = Pieces.tokens (f, s, 0, size s, substring)
    fun fields f s = Pieces.fields (f, s, 0, size s, substring)

    fun isPrefix s t = Pieces.isPrefix (s, t, 0, size t)
    fun isSuffix s t = Pieces.isSuffix (s, t, 0, size t)
    fun isSubstring s t = Pieces.position (s, t, 0, size t) >= 0

    fun collate f (s, t) = Pieces.collate (f, s, 0, size s, t, 0, size t)

    local
      val cmp = _prim "str.cmp" : string * string -> int
    in
      fun compare (s, t) =
        case cmp (s, t) of
          ~1 => LESS
        | 0 => EQUAL
        | _ => GREATER
    end

    fun toString s =
      if find (not o Escape.plain, s, 0, size s) = size s then s else translate Escape.ml s

    fun toCString s =
      if find (not o Escape.plainC, s, 0, size s) = size s then s else translate Escape.c s

    fun scan getc s = Escape.scanString (Escape.item (getc, Escape.escape)) s
    fun scanC getc s = Escape.scanString (Escape.item (getc, Escape.escapeC)) s
    fun fromString s = StringCvt.scanString scan s
    fun fromCString s = StringCvt.scanString scanC s
  end

  open StringArith
end

structure String : STRING where type string = string where type char = char = String
