(* Sequences of words: those of any elements, at this type. *)

structure WordVector : MONO_VECTOR where type vector = word vector where type elem = word = struct
  open Vector
  type elem = word
  type vector = word vector
end

structure WordArray : MONO_ARRAY
  where type array = word array
  where type vector = word vector
  where type elem = word
= struct
  open Array
  type elem = word
  type array = word array
  type vector = word vector
end

structure WordVectorSlice : MONO_VECTOR_SLICE
  where type slice = word VectorSlice.slice
  where type vector = word vector
  where type elem = word
= struct
  open VectorSlice
  type elem = word
  type vector = word vector
  type slice = word VectorSlice.slice
end

structure WordArraySlice : MONO_ARRAY_SLICE
  where type slice = word ArraySlice.slice
  where type vector_slice = word VectorSlice.slice
  where type array = word array
  where type vector = word vector
  where type elem = word
= struct
  open ArraySlice
  type elem = word
  type array = word array
  type vector = word vector
  type slice = word ArraySlice.slice
  type vector_slice = word VectorSlice.slice
end

structure WordArray2 : MONO_ARRAY2
  where type array = word Array2.array
  where type vector = word vector
  where type elem = word
= struct
  open Array2
  type elem = word
  type array = word Array2.array
  type vector = word vector
  type region = word Array2.region
end
