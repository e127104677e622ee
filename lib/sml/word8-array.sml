(* Sequences of words of 8 bits. *)

(* A type of its own, with equality; strings stand for it. *)
structure Word8Vector :> sig eqtype vector end = struct type vector = string end

structure Word8Vector : MONO_VECTOR
  where type vector = Word8Vector.vector
  where type elem = word8
= KontByteVector (type elem = word8 type vector = Word8Vector.vector)

structure Word8Array : MONO_ARRAY
  where type array = word8 array
  where type vector = Word8Vector.vector
  where type elem = word8
= KontByteArray (type elem = word8 type vector = Word8Vector.vector)
