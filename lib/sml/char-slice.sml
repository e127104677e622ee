(* Parts of strings and of arrays of characters. *)

structure CharVectorSlice :> MONO_VECTOR_SLICE
  where type vector = string
  where type elem = char
= struct
  datatype slice = Slice of string * int * int
  structure Slices =
    KontByteVectorSlice
      (type elem = char
       type vector = string
       type slice = slice
       val make = Slice
       fun base (Slice part) = part)
  open Slices
end

structure CharArraySlice : MONO_ARRAY_SLICE
  where type slice = char ArraySlice.slice
  where type array = char array
  where type vector = CharVector.vector
  where type vector_slice = CharVectorSlice.slice
  where type elem = char
= KontByteArraySlice
    (type elem = char
     type vector = CharVector.vector
     type vector_slice = CharVectorSlice.slice
     val base = CharVectorSlice.base)
