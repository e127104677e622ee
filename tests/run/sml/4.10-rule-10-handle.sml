(* Rule 10, section 4.10: the handler has the type of the expression; exceptions select it. *)
exception A and B of int and C of {x : int, y : string}
fun f n = if n = 0 then raise A else if n = 1 then raise B 10 else if n = 2 then raise C {x = 20, y = "c"} else n
fun g n = f n handle A => 100 | B m => m + 1 | C {x, ...} => x + 2
val () = app (fn n => print (Int.toString (g n) ^ " ")) [0, 1, 2, 3]
val () = print "\n"
fun h n = (f n; "no exception") handle C {y, ...} => y | B 10 => "B 10" | B _ => "B" | e => exnName e
val () = app (fn n => print (h n ^ " ")) [0, 1, 2, 3]
val () = print "\n"
val pick = (if true then raise B 5 else (fn x => x)) handle B n => (fn x => x + n)
val () = print (Int.toString (pick 1) ^ "\n")
