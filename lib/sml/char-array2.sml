(* Arrays of rows and columns of characters. *)

structure CharArray2 : MONO_ARRAY2
  where type array = char Array2.array
  where type vector = CharVector.vector
  where type elem = char
= KontByteArray2 (type elem = char type vector = CharVector.vector)
