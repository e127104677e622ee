(* Readers and writers of characters. *)

structure TextPrimIO : PRIM_IO
  where type elem = char
  where type vector = string
  where type vector_slice = CharVectorSlice.slice
  where type array = CharArray.array
  where type array_slice = CharArraySlice.slice
  where type pos = int
= PrimIO
    (structure Vector = CharVector
     structure VectorSlice = CharVectorSlice
     structure Array = CharArray
     structure ArraySlice = CharArraySlice
     val someElem = #"\000"
     type pos = int
     val compare = System.compare)
