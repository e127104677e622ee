(* Indices far outside raise Subscript, never Overflow. *)
val maxInt = valOf Int.maxInt
val minInt = valOf Int.minInt

fun try name f = print (name ^ (f () handle e => " " ^ exnName e) ^ "\n")

fun tries name f =
  List.app (fn i => try (name ^ " " ^ Int.toString i) (fn () => f i)) [minInt, minInt + 1, maxInt]

val () = tries "extract" (fn i => String.extract ("abc", i, NONE))
val () = tries "extract SOME" (fn i => String.extract ("abc", i, SOME i))
val () = tries "Substring.extract" (fn i => Substring.string (Substring.extract ("abc", i, NONE)))
val () = tries "Substring.slice" (fn i =>
  Substring.string (Substring.slice (Substring.extract ("abc", 2, NONE), i, NONE)))

val array = Array.fromList [1, 2, 3]
val () = tries "ArraySlice.subslice" (fn i =>
  Int.toString (ArraySlice.length (ArraySlice.subslice (ArraySlice.slice (array, 2, NONE), i, NONE))))

val vector = Vector.fromList [1, 2, 3]
val () = tries "VectorSlice.subslice" (fn i =>
  Int.toString (VectorSlice.length (VectorSlice.subslice (VectorSlice.slice (vector, 2, NONE), i, NONE))))

val bytes = Word8Vector.fromList [0w1, 0w2, 0w3]
val () = tries "Word8VectorSlice.subslice" (fn i =>
  Int.toString (Word8VectorSlice.length
    (Word8VectorSlice.subslice (Word8VectorSlice.slice (bytes, 2, NONE), i, NONE))))
