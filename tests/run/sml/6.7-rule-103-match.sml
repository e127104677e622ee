(* Rules 102 and 103, section 6.7: application raises Match when no rule fits; the argument is evaluated before. *)
fun f 0 = "zero" | f 1 = "one"
fun g (SOME x) = x
fun h [] = 0 | h [x] = x
fun note s x = (print s; x)
fun try f = (f () : string) handle Match => "Match"
val () = print (try (fn () => f 0) ^ try (fn () => f 1) ^ try (fn () => f (note "evaluated " 2)) ^ "\n")
val () = print (try (fn () => g (SOME "some")) ^ try (fn () => g NONE) ^ try (fn () => Int.toString (h [1, 2])) ^ "\n")
val () = print (try (fn () => case "x" of "y" => "y" | "z" => "z") ^ "\n")
