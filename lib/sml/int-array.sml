(* Sequences of integers: those of any elements, at this type. *)

structure IntVector : MONO_VECTOR where type vector = int vector where type elem = int = struct
  open Vector
  type elem = int
  type vector = int vector
end

structure IntArray : MONO_ARRAY
  where type array = int array
  where type vector = int vector
  where type elem = int
= struct
  open Array
  type elem = int
  type array = int array
  type vector = int vector
end

structure IntVectorSlice : MONO_VECTOR_SLICE
  where type slice = int VectorSlice.slice
  where type vector = int vector
  where type elem = int
= struct
  open VectorSlice
  type elem = int
  type vector = int vector
  type slice = int VectorSlice.slice
end

structure IntArraySlice : MONO_ARRAY_SLICE
  where type slice = int ArraySlice.slice
  where type vector_slice = int VectorSlice.slice
  where type array = int array
  where type vector = int vector
  where type elem = int
= struct
  open ArraySlice
  type elem = int
  type array = int array
  type vector = int vector
  type slice = int ArraySlice.slice
  type vector_slice = int VectorSlice.slice
end

structure IntArray2 : MONO_ARRAY2
  where type array = int Array2.array
  where type vector = int vector
  where type elem = int
= struct
  open Array2
  type elem = int
  type array = int Array2.array
  type vector = int vector
  type region = int Array2.region
end
