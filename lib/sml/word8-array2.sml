(* Arrays of rows and columns of words of 8 bits. *)

structure Word8Array2 : MONO_ARRAY2
  where type array = word8 Array2.array
  where type vector = Word8Vector.vector
  where type elem = word8
= KontByteArray2 (type elem = word8 type vector = Word8Vector.vector)
