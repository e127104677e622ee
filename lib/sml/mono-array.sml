(* Vectors of bytes are strings, arrays of bytes are packed; for characters and for words of
   8 bits. *)

functor KontByteVector (type elem type vector) = struct
  type vector = vector
  type elem = elem

  local
    val get = _prim "str.get.u" : vector * int -> elem
    val part = _prim "str.of.bytes" : elem array * int * int -> vector
    val join = _prim "str.join" : vector Vector.vector -> vector
    val blit = _prim "str.blit" : vector * int * elem array * int * int -> unit
    structure Ranges = KontRanges (type 'a seq = vector type 'a elem = elem val get = get)
  in
    val maxLen = Sequence.maxLen
    val length = _prim "str.len" : vector -> int
    val sub = _prim "str.get" : vector * int -> elem

    fun tabulate (n, f) =
      let
        val a = Sequence.blank n
        fun fill i = if i < n then (Sequence.set (a, i, f i); fill (i + 1)) else part (a, 0, n)
      in
        fill 0
      end

    fun fromList l =
      let
        val n = List.length l
        val a = Sequence.blank n
        fun fill (_, []) = part (a, 0, n)
          | fill (i, h :: t) = (Sequence.set (a, i, h); fill (i + 1, t))
      in
        fill (0, l)
      end

    fun update (v, i, x) =
      let
        val n = length v
        val a = Sequence.blank n
      in
        if i < 0 orelse i >= n then raise Subscript
        else (blit (v, 0, a, 0, n); Sequence.set (a, i, x); part (a, 0, n))
      end

    fun concat l = join (Vector.fromList l)
    fun mapi f v = tabulate (length v, fn i => f (i, get (v, i)))
    fun map f v = tabulate (length v, fn i => f (get (v, i)))

    fun whole v = (v, 0, length v)
    fun appi f v = Ranges.appi f (whole v)
    fun app f v = Ranges.app f (whole v)
    fun foldli f b v = Ranges.foldli f b (whole v)
    fun foldri f b v = Ranges.foldri f b (whole v)
    fun foldl f b v = Ranges.foldl f b (whole v)
    fun foldr f b v = Ranges.foldr f b (whole v)
    fun findi p v = Ranges.findi p (whole v)
    fun find p v = Ranges.find p (whole v)
    fun exists p v = Ranges.exists p (whole v)
    fun all p v = Ranges.all p (whole v)
    fun collate c (v, w) = Ranges.collate c (whole v, whole w)
  end
end

functor KontByteArray (type elem type vector) = struct
  local
    type bytes = vector
    type cells = elem array
    val part = _prim "str.of.bytes" : cells * int * int -> bytes
    val size = _prim "str.len" : bytes -> int
    val blit = _prim "str.blit" : bytes * int * cells * int * int -> unit
  in
    open Array
    type elem = elem
    type array = cells
    type vector = bytes

    fun vector a = part (a, 0, Array.length a)
    fun copyVec {src, dst, di} = blit (src, 0, dst, di, size src)
  end
end
