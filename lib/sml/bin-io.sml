(* Bytes in and out. *)

structure BinBase = struct
  structure StreamIO =
    KontStreamIO
      (structure PrimIO = BinPrimIO
       structure Vector = Word8Vector
       structure VectorSlice = Word8VectorSlice
       structure Array = Word8Array
       structure ArraySlice = Word8ArraySlice
       val someElem = 0w0 : word8
       val get = _prim "str.get.u" : Word8Vector.vector * int -> word8
       fun isLine _ = false)

  local
    structure Prims =
      KontFilePrimIO
        (structure P = BinPrimIO
         val base = Word8VectorSlice.base
         val arrayBase = Word8ArraySlice.base
         fun new n = Word8Array.array (n, 0w0))
    structure Files =
      KontFileIO
        (type elem = word8
         type vector = Word8Vector.vector
         type reader = BinPrimIO.reader
         type writer = BinPrimIO.writer
         structure S = StreamIO
         val reader = Prims.reader
         val writer = Prims.writer)
  in
    open Files
  end
end

structure BinIO :> BIN_IO = BinBase

(* For other files of the library: streams of descriptors. *)
structure BinFiles = struct
  type instream = BinIO.instream
  type outstream = BinIO.outstream

  local
    val seenIn = _prim "cast" : instream -> BinBase.instream
    val seenOut = _prim "cast" : outstream -> BinBase.outstream
    val hiddenIn = _prim "cast" : BinBase.instream -> instream
    val hiddenOut = _prim "cast" : BinBase.outstream -> outstream
  in
    fun inFd s = BinBase.inFd (seenIn s)
    fun outFd s = BinBase.outFd (seenOut s)
    fun fromDescriptor source = hiddenIn (BinBase.fromDescriptor source)
    fun toDescriptor target = hiddenOut (BinBase.toDescriptor target)
  end
end
