(* Readers and writers of bytes. *)

structure BinPrimIO : PRIM_IO
  where type elem = word8
  where type vector = Word8Vector.vector
  where type vector_slice = Word8VectorSlice.slice
  where type array = Word8Array.array
  where type array_slice = Word8ArraySlice.slice
  where type pos = int
= PrimIO
    (structure Vector = Word8Vector
     structure VectorSlice = Word8VectorSlice
     structure Array = Word8Array
     structure ArraySlice = Word8ArraySlice
     val someElem = 0w0 : word8
     type pos = int
     val compare = System.compare)
