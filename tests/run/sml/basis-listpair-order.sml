(* Where functions of ListPair stop, and in what order they apply their arguments. *)
val out = ref ""
fun note (a, b) = out := !out ^ Int.toString a ^ Int.toString b ^ ";"
val () = ListPair.app note ([1, 2, 3], [4, 5])
val () = ListPair.app note ([], [4, 5])
val _ = ListPair.map note ([6], [7])
val _ = ListPair.all (fn (a, b) => (note (a, b); a = b)) ([1, 2, 3], [1, 9, 3])
val _ = ListPair.exists (fn (a, b) => (note (a, b); a = b)) ([1, 2, 3], [8, 2, 3])
val () = print (!out ^ "\n")
val dot = ListPair.foldl (fn (a, b, s) => s + a * b) 0
val () = print (Int.toString (dot ([1, 2, 3], [4, 5, 6])) ^ "\n")
val () = print (Bool.toString (ListPair.allEq (op =) ([1, 2], [1, 2])) ^ Bool.toString (ListPair.allEq (op =) ([1, 2], [1])) ^ "\n")
val () = print ((ListPair.appEq ignore ([1], [2, 3]); "none\n") handle ListPair.UnequalLengths => "unequal\n")
