(* Parts of strings and of arrays of characters. *)

structure CharVectorSlice : MONO_VECTOR_SLICE
  where type slice = SubstringPart.substring
  where type vector = string
  where type elem = char
= KontByteVectorSlice
    (type elem = char
     type vector = string
     type slice = SubstringPart.substring
     val make = SubstringPart.make
     fun base (SubstringPart.Part (s, i, j)) = (s, i, j - i))

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
