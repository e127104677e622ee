(* Section 2.7: lists, tuples and unit, as expressions and as patterns. *)
val [] = [] : int list
val [a] = [1]
val [b, c, d] = [2, 3, 4]
val () = ()
val (e, (f, g), h) = (5, (6, 7), 8)
val u = (((9)))
fun len [] = "none" | len [_] = "one" | len [_, _] = "two" | len (_ :: _ :: _ :: rest) = "more"
val () = app (fn n => print (Int.toString n ^ " ")) [a, b, c, d, e, f, g, h, u]
val () = app (fn l => print (len l ^ " ")) [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
val () = print "\n"
val nested = [[1], [], [2, 3]]
val () = print (Int.toString (foldl (fn (l, n) => length l + n) 0 nested) ^ "\n")
val 0 :: rest = [0, 1, 2]
val () = print (Int.toString (length rest) ^ "\n")
