(* Rule 8, section 4.10: application to tuples, records, functions, units; results that are functions. *)
fun f () = 1
fun g {a, b} = a - b
fun h (x, (y, z), [w]) = x + y + z + w | h _ = 0
fun k f = f 1 2 3
val table = [fn x => x + 1, fn x => x * 2]
val () = app (fn n => print (Int.toString n ^ " "))
  [f (), g {b = 1, a = 5}, h (1, (2, 3), [4]), h (1, (2, 3), []), k (fn a => fn b => fn c => a + b + c), hd table 5, hd (tl table) 5, (if true then f else f) (), (fn x => x) 9]
val () = print "\n"
