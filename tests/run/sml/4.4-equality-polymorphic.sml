(* Section 4.4: functions over equality type variables, at several types, and inside datatypes. *)
fun member x [] = false | member x (y :: ys) = x = y orelse member x ys
fun lookup k [] = NONE | lookup k ((k', v) :: rest) = if k = k' then SOME v else lookup k rest
fun nub [] = [] | nub (x :: xs) = x :: nub (List.filter (fn y => y <> x) xs)
fun index (x : ''a, l : ''a list) = let fun go (_, []) = ~1 | go (n, y :: r) = if x = y then n else go (n + 1, r) in go (0, l) end
val () = print (Bool.toString (member 3 [1, 2, 3]) ^ Bool.toString (member "x" ["y"]) ^ Bool.toString (member (1, true) [(1, true)]) ^ "\n")
val () = print (valOf (lookup [1, 2] [([1], "one"), ([1, 2], "two")]) ^ Bool.toString (isSome (lookup "k" [("j", 1)])) ^ "\n")
val () = print (Int.toString (length (nub [1, 2, 1, 3, 2])) ^ Int.toString (length (nub ["a", "a"])) ^ Int.toString (length (nub [SOME 1, NONE, SOME 1])) ^ "\n")
val () = print (Int.toString (index (SOME "b", [NONE, SOME "a", SOME "b"])) ^ "\n")
fun eq3 (a, b, c) = a = b andalso b = c
val () = print (Bool.toString (eq3 ([()], [()], [()])) ^ "\n")
