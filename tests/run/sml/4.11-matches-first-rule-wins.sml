(* Section 4.11: rules are tried in order; a later overlapping rule is used only where earlier ones fail. *)
fun f (true, _) = 1 | f (_, true) = 2 | f (false, false) = 3
val () = app (fn p => print (Int.toString (f p))) [(true, true), (true, false), (false, true), (false, false)]
val () = print "\n"
datatype c = R | G | B
fun mix (R, R) = "r" | mix (R, G) = "y" | mix (x, R) = if x = G then "y" else "p" | mix (_, B) = "b" | mix _ = "g"
val () = app (fn p => print (mix p)) [(R, R), (R, G), (R, B), (G, R), (G, G), (G, B), (B, R), (B, G), (B, B)]
val () = print "\n"
fun merge ([], ys) = ys | merge (xs, []) = xs
  | merge (x :: xs, y :: ys) = if (x : int) < y then x :: merge (xs, y :: ys) else y :: merge (x :: xs, ys)
val () = app (fn n => print (Int.toString n)) (merge ([1, 4, 6], [2, 3, 7, 8]))
val () = print "\n"
