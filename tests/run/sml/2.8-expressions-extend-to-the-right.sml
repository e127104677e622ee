(* Section 2.8: fn, case, raise, handle and if extend as far right as possible; application binds tightest. *)
exception E of int
val f = fn x => x handle E n => n
val a = (raise E 1) + 1 handle E n => n + 100
val b = (if false then 1 else raise E 2) handle E n => n
(* The handler guards the argument of raise only, which raises nothing. *)
val c = (raise E 3 handle E n => E 9) handle E n => n
val g = fn x => fn y => x + y : int
val h = fn x : int => x
fun sq x = x * x
val d = sq 2 + sq 3 * 2
val e = ~ (sq 2) : int
val k = case 1 of x => x + 1 handle E _ => 0
val l = 1 + (case 2 of 2 => 10 | _ => 20)
val () = app (fn n => print (Int.toString n ^ " ")) [f 5, a, b, c, g 1 2, h 3, d, e, k, l]
val () = print "\n"
