(* Section 2.8: a type constraint binds looser than andalso's operands but tighter than handle. *)
val a = 1 + 2 : int
val b = 1 < 2 andalso 2 < 3 : bool
val c = (fn x => x : int) 3
val d = [] : int list
val e = ([] : string list, 3 : int)
val f : int -> int -> int = fn a => fn b => a - b
val g = (raise Fail "no" : exn) handle Fail _ => 4
val h = if 1 = 1 : bool then 5 else 6
fun i (x : int, y : int) : int * int = (y, x)
val (j : int, k) : int * int = i (7, 8)
val () = app (fn n => print (Int.toString n ^ " ")) [a, if b then 1 else 0, c, length d, #2 e, f 5 3, g, h, j, k]
val () = print "\n"
