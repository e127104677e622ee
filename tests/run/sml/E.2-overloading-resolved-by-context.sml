(* Appendix E.2: the default is int; a constraint anywhere in the declaration decides otherwise. *)
fun double x = x + x
fun square (x : real) = x * x
fun area (w, h) : real = w * h
fun less (a : string, b) = a < b
fun inc x = x + 1
fun half x = x / 2.0
fun wsum l = foldl (fn (a, b) => a + b) 0w0 l
fun rsum l = foldl op+ 0.0 l
fun max2 (a, b) = if a > b then a else b
val m = fn (a : char, b) => if a > b then a else b
val () = print (Int.toString (double 4 + inc 1 + max2 (3, 5)) ^ Real.toString (square 1.5) ^ Real.toString (area (2.0, 3.0)) ^ Bool.toString (less ("a", "b")) ^ "\n")
val () = print (Real.toString (half 5.0) ^ Word.toString (wsum [0w1, 0w2]) ^ Real.toString (rsum [1.0, 2.5]) ^ str (m (#"a", #"b")) ^ "\n")
fun poly x = let val y = x * x in y + 1.0 end
val () = print (Real.toString (poly 2.0) ^ "\n")
