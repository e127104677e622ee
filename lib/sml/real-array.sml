(* Sequences of real numbers: those of any elements, at this type. *)

structure RealVector : MONO_VECTOR where type vector = real vector where type elem = real = struct
  open Vector
  type elem = real
  type vector = real vector
end

structure RealArray : MONO_ARRAY
  where type array = real array
  where type vector = real vector
  where type elem = real
= struct
  open Array
  type elem = real
  type array = real array
  type vector = real vector
end

structure RealVectorSlice : MONO_VECTOR_SLICE
  where type slice = real VectorSlice.slice
  where type vector = real vector
  where type elem = real
= struct
  open VectorSlice
  type elem = real
  type vector = real vector
  type slice = real VectorSlice.slice
end

structure RealArraySlice : MONO_ARRAY_SLICE
  where type slice = real ArraySlice.slice
  where type vector_slice = real VectorSlice.slice
  where type array = real array
  where type vector = real vector
  where type elem = real
= struct
  open ArraySlice
  type elem = real
  type array = real array
  type vector = real vector
  type slice = real ArraySlice.slice
  type vector_slice = real VectorSlice.slice
end

(* A type of its own, because it admits equality; [real Array2.array] does not, as reals do
   not. *)
structure RealArray2 :> MONO_ARRAY2 where type vector = real vector where type elem = real = struct
  open Array2Base
  type elem = real
  type array = real Array2Base.array
  type vector = real vector
  type region = real Array2Base.region
end
