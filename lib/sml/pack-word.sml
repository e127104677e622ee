(* Words as bytes. *)

signature PACK_WORD = sig
  (** [bytesPerElem] is the number of bytes of a word. *)
  val bytesPerElem : int
  (** [isBigEndian] is whether the highest byte comes first. *)
  val isBigEndian : bool
  (** [subVec (v, i)] is the word of the bytes from i * bytesPerElem on, unsigned; raises Subscript. *)
  val subVec : Word8Vector.vector * int -> LargeWord.word
  (** [subVecX (v, i)] is the word of the bytes from i * bytesPerElem on, signed; raises Subscript. *)
  val subVecX : Word8Vector.vector * int -> LargeWord.word
  (** [subArr (a, i)] is the word of the bytes from i * bytesPerElem on, unsigned; raises Subscript. *)
  val subArr : Word8Array.array * int -> LargeWord.word
  (** [subArrX (a, i)] is the word of the bytes from i * bytesPerElem on, signed; raises Subscript. *)
  val subArrX : Word8Array.array * int -> LargeWord.word
  (** [update (a, i, w)] puts the low bytes of w from i * bytesPerElem on; raises Subscript. *)
  val update : Word8Array.array * int * LargeWord.word -> unit
end

(* [get], [getArray] and [set] are the word at an index, the lowest byte first; they raise
   Subscript. [swap] is the bytes of a word in opposite order, [zero] and [sign] extend it. *)
functor KontPackWord
  (type word
   val bytes : int
   val get : Word8Vector.vector * int -> word
   val getArray : Word8Array.array * int -> word
   val set : Word8Array.array * int * word -> unit
   val swap : word -> word
   val zero : word -> LargeWord.word
   val sign : word -> LargeWord.word
   val narrow : LargeWord.word -> word
   val big : bool) : PACK_WORD =
struct
  val bytesPerElem = bytes
  val isBigEndian = big

  local
    fun ordered w = if big then swap w else w
  in
    fun subVec (v, i) = zero (ordered (get (v, i)))
    fun subVecX (v, i) = sign (ordered (get (v, i)))
    fun subArr (a, i) = zero (ordered (getArray (a, i)))
    fun subArrX (a, i) = sign (ordered (getArray (a, i)))
    fun update (a, i, w) = set (a, i, ordered (narrow w))
  end
end

local
  structure Word8 = struct
    type word = word8
    val bytes = 1
    val get = Word8Vector.sub
    val getArray = Word8Array.sub
    val set = Word8Array.update
    val swap = _prim "copy" : word -> word
    val zero = _prim "zext.i8.i64" : word -> LargeWord.word
    val sign = _prim "sext.i8.i64" : word -> LargeWord.word
    val narrow = _prim "trunc.i64.i8" : LargeWord.word -> word
  end
  structure Word16 = struct
    type word = word16
    val bytes = 2
    val get = _prim "str.get.i16" : Word8Vector.vector * int -> word
    val getArray = _prim "bytes.get.i16" : Word8Array.array * int -> word
    val set = _prim "bytes.set.i16" : Word8Array.array * int * word -> unit
    val swap = _prim "bswap.i16" : word -> word
    val zero = _prim "zext.i16.i64" : word -> LargeWord.word
    val sign = _prim "sext.i16.i64" : word -> LargeWord.word
    val narrow = _prim "trunc.i64.i16" : LargeWord.word -> word
  end
  structure Word32 = struct
    type word = word32
    val bytes = 4
    val get = _prim "str.get.i32" : Word8Vector.vector * int -> word
    val getArray = _prim "bytes.get.i32" : Word8Array.array * int -> word
    val set = _prim "bytes.set.i32" : Word8Array.array * int * word -> unit
    val swap = _prim "bswap.i32" : word -> word
    val zero = _prim "zext.i32.i64" : word -> LargeWord.word
    val sign = _prim "sext.i32.i64" : word -> LargeWord.word
    val narrow = _prim "trunc.i64.i32" : LargeWord.word -> word
  end
  structure Word64 = struct
    type word = LargeWord.word
    val bytes = 8
    val get = _prim "str.get.i64" : Word8Vector.vector * int -> word
    val getArray = _prim "bytes.get.i64" : Word8Array.array * int -> word
    val set = _prim "bytes.set.i64" : Word8Array.array * int * word -> unit
    val swap = _prim "bswap.i64" : word -> word
    val zero = _prim "copy" : word -> LargeWord.word
    val sign = zero
    val narrow = zero
  end
in
  structure PackWord8Big = KontPackWord (open Word8 val big = true)
  structure PackWord8Little = KontPackWord (open Word8 val big = false)
  structure PackWord16Big = KontPackWord (open Word16 val big = true)
  structure PackWord16Little = KontPackWord (open Word16 val big = false)
  structure PackWord32Big = KontPackWord (open Word32 val big = true)
  structure PackWord32Little = KontPackWord (open Word32 val big = false)
  structure PackWord64Big = KontPackWord (open Word64 val big = true)
  structure PackWord64Little = KontPackWord (open Word64 val big = false)
end
