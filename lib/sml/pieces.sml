(* Functions of a part of a string, from an index to before another, for String and Substring. *)

structure Pieces = struct
  local
    open Bytes
  in
    fun translate (f, s, start, stop) =
      let
        val array = _prim "array.new" : int * string -> string array
        val put = _prim "array.set.u" : string array * int * string -> unit
        val freeze = _prim "freeze" : string array -> string vector
        val parts = array (stop - start, "")
        fun fill i =
          if i < stop then (put (parts, i - start, f (at (s, i))); fill (i + 1))
          else join (freeze parts)
      in
        fill start
      end

    (* Parts made by `part`, of the string, an index and a size. *)
    fun fields (f, s, start, stop, part) =
      let
        fun more (i, from, done) =
          if i = stop then List.rev (part (s, from, i - from) :: done)
          else if f (at (s, i)) then more (i + 1, i + 1, part (s, from, i - from) :: done)
          else more (i + 1, from, done)
      in
        more (start, start, [])
      end

    fun tokens (f, s, start, stop, part) =
      let
        fun add (from, i, done) = if from = i then done else part (s, from, i - from) :: done
        fun more (i, from, done) =
          if i = stop then List.rev (add (from, i, done))
          else if f (at (s, i)) then more (i + 1, i + 1, add (from, i, done))
          else more (i + 1, from, done)
      in
        more (start, start, [])
      end

    (* How a part of s stands to one of t, each with its start and length: ~1, 0 or 1. *)
    val compare = _prim "str.cmp.part" : string * int * int * string * int * int -> int

    (* True if s is in t at index i, where there is room for it. *)
    fun occurs (s, t, i) = compare (s, 0, size s, t, i, size s) = 0

    fun isPrefix (s, t, start, stop) = size s <= stop - start andalso occurs (s, t, start)
    fun isSuffix (s, t, start, stop) = size s <= stop - start andalso occurs (s, t, stop - size s)

    (* The first index of s in a part of t, or ~1. *)
    fun position (s, t, start, stop) =
      let
        val last = stop - size s
        fun search (first, i) =
          if i > last then ~1
          else if at (t, i) = first andalso occurs (s, t, i) then i
          else search (first, i + 1)
      in
        if size s > 0 then search (at (s, 0), start) else start
      end

    fun collate (f, s, i, m, t, j, n) =
      if i = m then if j = n then EQUAL else LESS
      else if j = n then GREATER
      else
        case f (at (s, i), at (t, j)) of
          EQUAL => collate (f, s, i + 1, m, t, j + 1, n)
        | order => order
  end
end
