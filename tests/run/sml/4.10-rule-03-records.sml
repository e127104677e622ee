(* Rules 3 and 6, section 4.10: records compare by label, not by order; nested records and tuples. *)
val a = {x = 1, y = "s"}
val b = {y = "s", x = 1}
val () = print (Bool.toString (a = b) ^ "\n")
fun swap {x, y} = {x = y, y = x}
val c = swap (swap {x = 1, y = true})
val () = print (Int.toString (#x c) ^ Bool.toString (#y (swap {x = true, y = 2})) ^ "\n")
