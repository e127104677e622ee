(* The types of Text's structures are those outside. *)
structure T : TEXT = Text
val c : char = T.Char.chr 65
val s : string = T.String.str c ^ T.CharVector.fromList [#"B", #"C"]
val part : T.Substring.substring = Substring.full s
val slice : T.CharVectorSlice.slice = part
val () = print (T.CharVectorSlice.vector slice ^ Int.toString (T.CharVectorSlice.length slice) ^ T.Substring.string slice ^ "\n")
val a = T.CharArray.fromList (T.String.explode s)
val () = T.CharArraySlice.copyVec {src = T.Substring.triml 1 slice, dst = a, di = 0}
val () = print (T.CharArray.vector a ^ "\n")
