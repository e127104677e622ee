(* Parts of sequences of words of 8 bits. *)

structure Word8VectorSlice :> MONO_VECTOR_SLICE
  where type vector = Word8Vector.vector
  where type elem = word8
= struct
  datatype slice = Slice of Word8Vector.vector * int * int
  structure Slices =
    KontByteVectorSlice
      (type elem = word8
       type vector = Word8Vector.vector
       type slice = slice
       val make = Slice
       fun base (Slice part) = part)
  open Slices
end

structure Word8ArraySlice : MONO_ARRAY_SLICE
  where type slice = word8 ArraySlice.slice
  where type array = word8 array
  where type vector = Word8Vector.vector
  where type vector_slice = Word8VectorSlice.slice
  where type elem = word8
= KontByteArraySlice
    (type elem = word8
     type vector = Word8Vector.vector
     type vector_slice = Word8VectorSlice.slice
     val base = Word8VectorSlice.base)
