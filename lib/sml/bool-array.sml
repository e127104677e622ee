(* Sequences of truth values: those of any elements, at this type. *)

structure BoolVector : MONO_VECTOR where type vector = bool vector where type elem = bool = struct
  open Vector
  type elem = bool
  type vector = bool vector
end

structure BoolArray : MONO_ARRAY
  where type array = bool array
  where type vector = bool vector
  where type elem = bool
= struct
  open Array
  type elem = bool
  type array = bool array
  type vector = bool vector
end

structure BoolVectorSlice : MONO_VECTOR_SLICE
  where type slice = bool VectorSlice.slice
  where type vector = bool vector
  where type elem = bool
= struct
  open VectorSlice
  type elem = bool
  type vector = bool vector
  type slice = bool VectorSlice.slice
end

structure BoolArraySlice : MONO_ARRAY_SLICE
  where type slice = bool ArraySlice.slice
  where type vector_slice = bool VectorSlice.slice
  where type array = bool array
  where type vector = bool vector
  where type elem = bool
= struct
  open ArraySlice
  type elem = bool
  type array = bool array
  type vector = bool vector
  type slice = bool ArraySlice.slice
  type vector_slice = bool VectorSlice.slice
end

structure BoolArray2 : MONO_ARRAY2
  where type array = bool Array2.array
  where type vector = bool vector
  where type elem = bool
= struct
  open Array2
  type elem = bool
  type array = bool Array2.array
  type vector = bool vector
  type region = bool Array2.region
end
