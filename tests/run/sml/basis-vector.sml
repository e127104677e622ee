(* Basis, structure Vector. *)
fun s v = "[" ^ String.concatWith "," (map Int.toString (Vector.foldr op:: [] v)) ^ "]"
val a = Vector.fromList [1, 2, 3]
val b = Vector.tabulate (4, fn i => i * 10)
val () = print (s a ^ s b ^ s (Vector.map (fn x => x + 1) a) ^ s (Vector.mapi op+ a) ^ s (Vector.concat [a, b, a]) ^ s (Vector.update (a, 1, 9)) ^ "\n")
val () = print (Int.toString (Vector.length b) ^ Int.toString (Vector.foldl op+ 0 b) ^ Int.toString (Vector.foldli (fn (i, x, n) => i * x + n) 0 b) ^ Bool.toString (a = vector [1, 2, 3]) ^ Bool.toString (a = b) ^ "\n")
val () = Vector.app (fn x => print (Int.toString x ^ " ")) a
val () = Vector.appi (fn (i, x) => print (Int.toString (i + x) ^ " ")) a
val () = print ((Vector.sub (a, ~1); "?") handle Subscript => "Subscript\n")
val () = print (Bool.toString (Vector.exists (fn x => x = 2) a) ^ Bool.toString (Vector.all (fn x => x = 2) a) ^ "\n")
