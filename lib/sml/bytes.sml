(* Strings and the byte arrays that they are built in; nothing here checks an index. *)

structure Bytes = struct
  type buffer = char array

  val new = _prim "array.new" : int * char -> buffer
  (* One whose bytes must be set before they are looked at. *)
  val room = _prim "array.blank" : int -> buffer
  val set = _prim "array.set.u" : buffer * int * char -> unit
  val get = _prim "array.get.u" : buffer * int -> char

  (* The string of so many bytes from an index on. *)
  val part = _prim "str.of.bytes" : buffer * int * int -> string

  (* Copies from a string, from an index on, to a buffer, to an index, so many bytes. *)
  val blit = _prim "str.blit" : string * int * buffer * int * int -> unit

  val size = _prim "str.len" : string -> int
  val at = _prim "str.get.u" : string * int -> char
  val sub = _prim "str.sub" : string * int * int -> string
  val join = _prim "str.join" : string vector -> string

  val blank = #"\000"

  (* A string of n characters, each made from its index. *)
  fun tabulate (n, f) =
    let
      val room = room n
      fun fill i = if i < n then (set (room, i, f i); fill (i + 1)) else part (room, 0, n)
    in
      fill 0
    end

  (* All strings of a list, with another between any two. *)
  fun joinWith (_, []) = ""
    | joinWith (_, [s]) = s
    | joinWith (between, l) =
        let
          val array = _prim "array.new" : int * string -> string array
          val set = _prim "array.set.u" : string array * int * string -> unit
          val freeze = _prim "freeze" : string array -> string vector
          fun count ([], n) = n
            | count (_ :: t, n) = count (t, n + 1)
          fun plain (parts, _, []) = join (freeze parts)
            | plain (parts, i, h :: t) = (set (parts, i, h); plain (parts, i + 1, t))
          fun spaced (parts, i, []) = join (freeze parts)
            | spaced (parts, i, h :: t) = (set (parts, i, h); spaced (parts, i + 2, t))
          val n = count (l, 0)
        in
          if size between = 0 then plain (array (n, ""), 0, l)
          else spaced (array (2 * n - 1, between), 0, l)
        end

  (* The first index from i to n - 1 whose character satisfies f, or n. *)
  fun find (f, s, i, n) = if i < n andalso not (f (at (s, i))) then find (f, s, i + 1, n) else i

  (* White space, as all scanning functions skip it. *)
  fun isSpace c = c = #" " orelse c >= #"\t" andalso c <= #"\r"

  (* The value of a digit in a radix up to 36, or 99. *)
  fun digit c =
    let
      val ord = _prim "zext.i8.i64" : char -> int
    in
      if c >= #"0" andalso c <= #"9" then ord c - 48
      else if c >= #"a" andalso c <= #"z" then ord c - 87
      else if c >= #"A" andalso c <= #"Z" then ord c - 55
      else 99
    end

  (* Digits in upper case. *)
  fun ofDigit d = at ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", d)
end
