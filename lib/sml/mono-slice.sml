(* Parts of vectors and arrays of bytes. *)

(* [make (v, i, n)] is n elements of v from i on, [base] gives them back. *)
functor KontByteVectorSlice
  (type elem
   type vector
   type slice
   val make : vector * int * int -> slice
   val base : slice -> vector * int * int) =
struct
  local
    val get = _prim "str.get.u" : vector * int -> elem
    val part = _prim "str.sub" : vector * int * int -> vector
    val size = _prim "str.len" : vector -> int
    val join = _prim "str.join" : vector Vector.vector -> vector
    structure Bytes = KontByteVector (type elem = elem type vector = vector)
    structure Ranges = KontRanges (type 'a seq = vector type 'a elem = elem val get = get)
    fun rep sl = let val (s, i, n) = base sl in (s, i, i + n) end
  in
    type elem = elem
    type vector = vector
    type slice = slice

    val base = base
    fun length sl = #3 (base sl)
    fun isEmpty sl = #3 (base sl) = 0
    fun full s = make (s, 0, size s)
    fun sub (sl, j) = let val (s, i, n) = base sl in get (s, i + Sequence.index (j, n)) end
    fun getItem sl =
      let val (s, i, n) = base sl
      in if n = 0 then NONE else SOME (get (s, i), make (s, i + 1, n - 1)) end
    fun vector sl = part (base sl)
    fun concat l = join (Vector.fromList (List.map vector l))
    fun mapi f sl =
      let val (s, i, n) = base sl
      in Bytes.tabulate (n, fn j => f (j, get (s, i + j))) end
    fun map f sl = mapi (fn (_, x) => f x) sl
    fun slice (s, i, n) = make (s, i, Ranges.stop (size s, i, n) - i)
    fun subslice (sl, j, m) =
      let
        val (s, i, n) = base sl
        val stop = Ranges.stop (n, j, m)
      in
        make (s, i + j, stop - j)
      end
    fun appi f sl = Ranges.appi f (rep sl)
    fun app f sl = Ranges.app f (rep sl)
    fun foldli f b sl = Ranges.foldli f b (rep sl)
    fun foldri f b sl = Ranges.foldri f b (rep sl)
    fun foldl f b sl = Ranges.foldl f b (rep sl)
    fun foldr f b sl = Ranges.foldr f b (rep sl)
    fun findi p sl = Ranges.findi p (rep sl)
    fun find p sl = Ranges.find p (rep sl)
    fun exists p sl = Ranges.exists p (rep sl)
    fun all p sl = Ranges.all p (rep sl)
    fun collate c (sl, sl') = Ranges.collate c (rep sl, rep sl')
  end
end

functor KontByteArraySlice
  (type elem
   type vector
   type vector_slice
   val base : vector_slice -> vector * int * int) =
struct
  local
    val part = _prim "str.of.bytes" : elem array * int * int -> vector
    val blit = _prim "str.blit" : vector * int * elem array * int * int -> unit
    val vectorBase = base
  in
    open ArraySlice
    type elem = elem
    type array = elem array
    type vector = vector
    type vector_slice = vector_slice
    type slice = elem ArraySlice.slice

    fun vector (sl : slice) = part (ArraySlice.base sl)
    fun copyVec {src, dst, di} =
      let val (v, i, n) = vectorBase src in blit (v, i, dst, di, n) end
  end
end
