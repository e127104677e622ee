(* Basis, structure List. *)
fun s l = "[" ^ String.concatWith "," (map Int.toString l) ^ "]"
open List
val l = [5, 2, 8, 1]
val () = print (s (filter (fn x => x > 2) l) ^ s (take (l, 2)) ^ s (drop (l, 3)) ^ Int.toString (nth (l, 2)) ^ Int.toString (last l) ^ s (concat [[1], [], [2, 3]]) ^ s (revAppend ([1, 2], [3])) ^ "\n")
val (a, b) = partition (fn x => x mod 2 = 0) l
val () = print (s a ^ s b ^ s (mapPartial (fn x => if x > 2 then SOME (x * 10) else NONE) l) ^ Bool.toString (exists (fn x => x = 8) l) ^ Bool.toString (all (fn x => x > 1) l) ^ "\n")
val () = print (s (tabulate (5, fn i => i * i)) ^ Int.toString (getOpt (find (fn x => x > 5) l, 0)) ^ Bool.toString (isSome (find (fn x => x > 9) l)) ^ "\n")
val () = print (case getItem l of SOME (x, r) => Int.toString x ^ s r ^ "\n" | NONE => "none\n")
fun ord LESS = "L" | ord EQUAL = "E" | ord GREATER = "G"
val () = print (ord (collate Int.compare ([1, 2], [1, 3])) ^ ord (collate Int.compare ([1], [1])) ^ ord (collate Int.compare ([1, 0], [1])) ^ "\n")
val () = print ((s (tabulate (~1, fn i => i)) handle Size => "Size") ^ (s (drop (l, 5)) handle Subscript => "Subscript") ^ (Int.toString (last []) handle Empty => "Empty") ^ "\n")
