(* The monomorphic sequences of the widest numbers, by the names that say how wide. *)

structure Int64Vector = IntVector
structure Int64Array = IntArray
structure Int64VectorSlice = IntVectorSlice
structure Int64ArraySlice = IntArraySlice
structure Int64Array2 = IntArray2
structure Word64Vector = WordVector
structure Word64Array = WordArray
structure Word64VectorSlice = WordVectorSlice
structure Word64ArraySlice = WordArraySlice
structure Word64Array2 = WordArray2
structure LargeWordVector = WordVector
structure LargeWordArray = WordArray
structure LargeWordVectorSlice = WordVectorSlice
structure LargeWordArraySlice = WordArraySlice
structure LargeWordArray2 = WordArray2
structure Real64Vector = RealVector
structure Real64Array = RealArray
structure Real64VectorSlice = RealVectorSlice
structure Real64ArraySlice = RealArraySlice
structure Real64Array2 = RealArray2
structure LargeRealVector = RealVector
structure LargeRealArray = RealArray
structure LargeRealVectorSlice = RealVectorSlice
structure LargeRealArraySlice = RealArraySlice
structure LargeRealArray2 = RealArray2
