(* Section 2.7: in record patterns {a, b = p, c as p, d : ty, e : ty as p, ...}. *)
val r = {a = 1, b = 2, c = [3, 4], d = 5, e = (6, 7), f = 8}
val {a, b = x, c as h :: _, d : int, e : int * int as (e1, e2), ...} = r
val () = app (fn n => print (Int.toString n ^ " ")) [a, x, length c, h, d, #1 e, e1, e2]
val () = print "\n"
fun g ({f, ...} : {a : int, b : int, c : int list, d : int, e : int * int, f : int}) = f + #a r
val () = print (Int.toString (g r) ^ "\n")
val {} = ()
fun h2 {} = "unit"
val () = print (h2 () ^ "\n")
