(* The sequences of the widest numbers are those of int, word and real. *)
val a : RealArray.array = Real64Array.fromList [1.5, 2.5]
val v : IntVector.vector = Int64Vector.tabulate (3, fn i => i * i)
val w = LargeWordArraySlice.vector (Word64ArraySlice.slice (WordArray.fromList [0w1, 0w2, 0w3], 1, NONE))
val () = print (Real.toString (LargeRealArray.foldl op + 0.0 a) ^ " " ^ Int.toString (IntVector.sub (v, 2)) ^ " ")
val () = print (Word.toString (WordVector.sub (w, 1)) ^ "\n")
