(* Reals as bytes. *)

signature PACK_REAL = sig
  type real
  (** [bytesPerElem] is the number of bytes of a real. *)
  val bytesPerElem : int
  (** [isBigEndian] is whether the byte of the sign comes first. *)
  val isBigEndian : bool
  (** [toBytes x] is the bytes of x. *)
  val toBytes : real -> Word8Vector.vector
  (** [fromBytes v] is the real of these bytes; raises Subscript if they are too few. *)
  val fromBytes : Word8Vector.vector -> real
  (** [subVec (v, i)] is the real of the bytes from i * bytesPerElem on; raises Subscript. *)
  val subVec : Word8Vector.vector * int -> real
  (** [subArr (a, i)] is the real of the bytes from i * bytesPerElem on; raises Subscript. *)
  val subArr : Word8Array.array * int -> real
  (** [update (a, i, x)] puts the bytes of x from i * bytesPerElem on; raises Subscript. *)
  val update : Word8Array.array * int * real -> unit
end

functor KontPackReal
  (type real
   val toWord : real -> LargeWord.word
   val fromWord : LargeWord.word -> real
   structure Pack : PACK_WORD) : PACK_REAL =
struct
  type real = real
  val bytesPerElem = Pack.bytesPerElem
  val isBigEndian = Pack.isBigEndian

  fun toBytes x =
    let val a = Word8Array.array (bytesPerElem, 0w0)
    in Pack.update (a, 0, toWord x); Word8Array.vector a end

  fun fromBytes v = fromWord (Pack.subVec (v, 0))
  fun subVec (v, i) = fromWord (Pack.subVec (v, i))
  fun subArr (a, i) = fromWord (Pack.subArr (a, i))
  fun update (a, i, x) = Pack.update (a, i, toWord x)
end

structure PackReal64Big : PACK_REAL where type real = real =
  KontPackReal
    (type real = real
     val toWord = _prim "fbits.f64" : real -> word
     val fromWord = _prim "fofbits.f64" : word -> real
     structure Pack = PackWord64Big)

structure PackReal64Little : PACK_REAL where type real = real =
  KontPackReal
    (type real = real
     val toWord = _prim "fbits.f64" : real -> word
     val fromWord = _prim "fofbits.f64" : word -> real
     structure Pack = PackWord64Little)

structure PackRealBig = PackReal64Big
structure PackRealLittle = PackReal64Little

structure PackReal32Big : PACK_REAL where type real = real32 =
  KontPackReal
    (type real = real32
     val bits = _prim "fbits.f32" : real32 -> word32
     val ofBits = _prim "fofbits.f32" : word32 -> real32
     fun toWord x = Word32.toLarge (bits x)
     fun fromWord w = ofBits (Word32.fromLarge w)
     structure Pack = PackWord32Big)

structure PackReal32Little : PACK_REAL where type real = real32 =
  KontPackReal
    (type real = real32
     val bits = _prim "fbits.f32" : real32 -> word32
     val ofBits = _prim "fofbits.f32" : word32 -> real32
     fun toWord x = Word32.toLarge (bits x)
     fun fromWord w = ofBits (Word32.fromLarge w)
     structure Pack = PackWord32Little)
