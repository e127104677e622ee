(* Every function of Vector. *)
fun s v = "[" ^ concat (Vector.foldr (fn (n, l) => Int.toString n :: "," :: l) [] v) ^ "]"
fun p x = print (x ^ "\n")
fun b x = p (Bool.toString x)
fun ord' LESS = "<" | ord' EQUAL = "=" | ord' GREATER = ">"
val v = Vector.fromList [3, 1, 4, 1, 5]
val e : int vector = Vector.fromList []
val () = b (Vector.maxLen > 1000000)
val () = p (s v ^ s e ^ s (vector [1]) ^ s (Vector.tabulate (3, fn i => i * i)) ^ s (Vector.tabulate (0, fn i => i)))
val () = p (Int.toString (Vector.length v) ^ Int.toString (Vector.sub (v, 2)))
val () = p (s (Vector.update (v, 1, 9)) ^ s v)
val () = p (s (Vector.concat [v, e, v]) ^ s (Vector.concat []) ^ s (Vector.concat [e, e]))
val () = (Vector.app (print o Int.toString) v; Vector.appi (fn (i, x) => print (" " ^ Int.toString i ^ Int.toString x)) v; p "")
val () = p (s (Vector.map (fn x => x * 2) v) ^ s (Vector.mapi (fn (i, x) => i * x) v) ^ s (Vector.map ~ e))
val () = p (Int.toString (Vector.foldl (fn (x, a) => a * 10 + x) 0 v) ^ " " ^ Int.toString (Vector.foldr (fn (x, a) => a * 10 + x) 0 v))
val () = p (Int.toString (Vector.foldli (fn (i, x, a) => a + i * x) 0 v) ^ " " ^ Int.toString (Vector.foldri (fn (i, x, a) => a * 2 + i) 0 v))
val () = p (case Vector.find (fn x => x > 3) v of SOME x => Int.toString x | NONE => "none")
val () = p (case Vector.findi (fn (i, x) => i > 1 andalso x = 1) v of SOME (i, x) => Int.toString i ^ Int.toString x | NONE => "none")
val () = b (Vector.exists (fn x => x = 5) v) before b (Vector.all (fn x => x > 1) v)
val c = Vector.collate Int.compare
val () = p (concat (map (ord' o c) [(e, e), (e, v), (v, e), (v, v), (v, Vector.update (v, 4, 4)), (v, Vector.update (v, 0, 4))]))
val () = b (v = Vector.fromList [3, 1, 4, 1, 5]) before b (v = e)
fun try f = p (s (f ()) handle x => exnName x)
val () = try (fn () => Vector.update (v, 5, 0))
val () = try (fn () => Vector.update (v, ~1, 0))
val () = try (fn () => Vector.fromList [Vector.sub (v, 5)])
val () = try (fn () => Vector.fromList [Vector.sub (v, ~1)])
val () = try (fn () => Vector.tabulate (~1, fn i => i))
