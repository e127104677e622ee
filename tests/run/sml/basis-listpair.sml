(* Basis, structure ListPair: lists of equal and of unequal length. *)
open ListPair
fun s l = "[" ^ String.concatWith "," (List.map (fn (a, b) => Int.toString a ^ b) l) ^ "]"
val () = print (s (zip ([1, 2, 3], ["a", "b"])) ^ s (map (fn (a, b) => (a * 2, b ^ b)) ([1, 2], ["x", "y"])) ^ "\n")
val (a, b) = unzip [(1, "p"), (2, "q")]
val () = print (Int.toString (List.foldl op+ 0 a) ^ concat b ^ Int.toString (foldl (fn (x, y, z) => x * y + z) 0 ([1, 2, 3], [4, 5, 6])) ^ foldr (fn (x, y, z) => x ^ y ^ z) "." (["a", "b"], ["c", "d"]) ^ "\n")
val () = print (Bool.toString (all (fn (x, y) => x < y) ([1, 2], [2, 3])) ^ Bool.toString (exists (fn (x, y) => x = y) ([1, 2], [2, 1])) ^ "\n")
val () = app (fn (x, y) => print (x ^ y)) (["1", "2"], ["a", "b"])
val () = print ((s (zipEq ([1], [])) handle UnequalLengths => "UnequalLengths") ^ Bool.toString (allEq (fn (x, y) => x = y) ([1], [1, 2])) ^ "\n")
