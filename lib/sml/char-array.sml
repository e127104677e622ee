(* Sequences of characters. *)

structure CharVector : MONO_VECTOR
  where type vector = string
  where type elem = char
= KontByteVector (type elem = char type vector = string)

structure CharArray : MONO_ARRAY
  where type array = char array
  where type vector = CharVector.vector
  where type elem = char
= KontByteArray (type elem = char type vector = CharVector.vector)
