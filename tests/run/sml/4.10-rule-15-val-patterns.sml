(* Rules 15 and 25, section 4.10: val with patterns of every form, several at once. *)
val (a, b) = (1, 2) and [c, d] = [3, 4] and {x = e, y = (f, _)} = {x = 5, y = (6, ())}
val g :: h :: _ = [7, 8, 9]
val SOME i = SOME 10
val j as (k, l) = (11, 12)
val _ = print "evaluated\n"
val (m : int) = 13
val ref n = ref 14
val 15 = 15
val "text" = "text"
val () = app (fn n => print (Int.toString n ^ " ")) [a, b, c, d, e, f, g, h, i, #1 j, k, l, m, n]
val () = print "\n"
