(* Sequences of words of 8 bits. *)

structure Word8Vector :> MONO_VECTOR
  where type elem = word8
= KontByteVector (type elem = word8)

structure Word8Array : MONO_ARRAY
  where type array = word8 array
  where type vector = Word8Vector.vector
  where type elem = word8
= KontByteArray (type elem = word8 type vector = Word8Vector.vector)
