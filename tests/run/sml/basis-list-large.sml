(* Functions on long lists take no stack, and apply their arguments in order. *)
(* skip: stress because each collection copies long lists *)
val n = 200000
val l = List.tabulate (n, fn i => i mod 1000)
val () = print (Int.toString (List.length (List.map (fn x => x + 1) l)) ^ "\n")
val () = print (Int.toString (List.foldr (fn (x, a) => (x + a) mod 10007) 0 l) ^ "\n")
val () = print (Int.toString (List.length (l @ l)) ^ "\n")
val () = print (Int.toString (List.length (List.concat [l, l, l])) ^ "\n")
val (a, b) = List.partition (fn x => x < 500) l
val () = print (Int.toString (List.length a) ^ " " ^ Int.toString (List.length b) ^ "\n")
val (c, d) = ListPair.unzip (ListPair.zip (l, List.rev l))
val () = print (Int.toString (ListPair.foldl (fn (x, y, s) => (s + x * y) mod 10007) 0 (c, d)) ^ "\n")
val seen = ref ""
fun note x = (seen := !seen ^ Int.toString x; x)
val _ = List.map note [1, 2, 3]
val _ = List.filter (fn x => note x > 1) [4, 5]
val _ = List.tabulate (3, note)
val _ = List.mapPartial (fn x => SOME (note x)) [6, 7]
val _ = List.partition (fn x => note x > 1) [8, 9]
val _ = List.exists (fn x => note x = 2) [1, 2, 3]
val _ = List.all (fn x => note x = 1) [1, 2, 3]
val () = print (!seen ^ "\n")
