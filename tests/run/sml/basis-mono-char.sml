(* CharVector is string; arrays and slices of characters. *)
fun p x = print (x ^ "\n")
val s : CharVector.vector = "hello"
val () = p (CharVector.map (fn c => chr (ord c - 32)) s ^ CharVector.concat ["a", s] ^ CharVector.update (s, 0, #"J"))
val () = p (CharVector.fromList [#"x", #"y"] ^ CharVector.tabulate (3, fn i => chr (97 + i)) ^ CharVector.mapi (fn (i, c) => if i = 0 then #"H" else c) s)
val () = p (Int.toString (CharVector.length s) ^ str (CharVector.sub (s, 4)) ^ CharVector.foldr (fn (c, t) => t ^ str c) "" s)
val () = CharVector.appi (fn (i, c) => print (Int.toString i ^ str c)) s
val () = p (case CharVector.findi (fn (i, c) => c = #"l") s of SOME (i, _) => Int.toString i | NONE => "none")
val a = CharArray.fromList (explode "world")
val () = CharArray.copyVec {src = "W", dst = a, di = 0}
val () = p (CharArray.vector a)
val () = CharArray.modify (fn #"o" => #"0" | c => c) a
val () = p (CharArray.vector a ^ CharArraySlice.vector (CharArraySlice.slice (a, 1, SOME 3)))
val sl = CharVectorSlice.slice (s, 1, SOME 3)
val () = p (CharVectorSlice.vector sl ^ CharVectorSlice.concat [sl, sl] ^ Int.toString (CharVectorSlice.foldl (fn (c, n) => n + ord c) 0 sl))
val () = CharArraySlice.copyVec {src = sl, dst = a, di = 2}
val () = p (CharArray.vector a)
val () = p (case CharVectorSlice.getItem sl of SOME (c, rest) => str c ^ CharVectorSlice.vector rest | NONE => "none")
val () = p (Bool.toString (CharVector.all (fn c => c > #"a") s) ^ Bool.toString (CharVector.exists (fn c => c = #"q") s))
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
fun cmp (a : char, b) = if a < b then LESS else if a > b then GREATER else EQUAL
val () = p (ord' (CharVector.collate cmp ("abc", "abd")) ^ ord' (CharArray.collate cmp (a, a)))
val () = p (str (CharVector.sub (s, 5)) handle Subscript => "Subscript")
val () = p (CharVector.update (s, ~1, #"x") handle Subscript => "Subscript")
val m = CharArray2.fromList [explode "abc", explode "def"]
val () = p (CharArray2.row (m, 1) ^ CharArray2.column (m, 2))
