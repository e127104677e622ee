(* Basis, structure Array: making, reading, writing, iterating, copying. *)
fun s a = "[" ^ String.concatWith "," (map Int.toString (Array.foldr op:: [] a)) ^ "]"
val a = Array.array (3, 7)
val b = Array.fromList [1, 2, 3, 4]
val c = Array.tabulate (5, fn i => i * i)
val () = Array.update (a, 1, 0)
val () = print (s a ^ s b ^ s c ^ Int.toString (Array.sub (c, 4)) ^ Int.toString (Array.length b) ^ "\n")
val () = Array.copy {src = b, dst = c, di = 1}
val () = Array.modify (fn x => x * 2) b
val () = Array.modifyi (fn (i, x) => x + i) b
val () = print (s b ^ s c ^ Int.toString (Array.foldl op+ 0 b) ^ Int.toString (Array.foldli (fn (i, x, n) => i * x + n) 0 b) ^ "\n")
val () = Array.app (fn x => print (Int.toString x ^ " ")) b
val () = Array.appi (fn (i, x) => print (Int.toString i ^ ":" ^ Int.toString x ^ " ")) b
val () = print ((Array.copy {src = b, dst = a, di = 0}; "?") handle Subscript => "Subscript\n")
val v = Array.vector b
val () = Array.update (b, 0, 100)
val () = print (Int.toString (Vector.sub (v, 0)) ^ Bool.toString (Array.exists (fn x => x = 100) b) ^ Bool.toString (Array.all (fn x => x > 5) b) ^ "\n")
val strings = Array.array (2, "")
val reals = Array.tabulate (3, fn i => real i / 2.0)
val bools = Array.array (2, false)
val funs = Array.fromList [fn x => x + 1, fn x => x * 2]
val () = (Array.update (strings, 0, "s"); Array.update (bools, 1, true))
val () = print (Array.sub (strings, 0) ^ Real.toString (Array.sub (reals, 1)) ^ Bool.toString (Array.sub (bools, 1)) ^ Int.toString (Array.sub (funs, 1) 21) ^ "\n")
val () = print (Int.toString (Array.length (Array.fromList ([] : int list))) ^ "\n")
