(* Section 6.7: the same as a loop of ten million, small enough for every way of running. *)
fun ifs (0, acc) = acc | ifs (n, acc) = if n mod 2 = 0 then ifs (n - 1, acc + 1) else ifs (n - 1, acc)
fun cases n acc = case n of 0 => acc | _ => (case n mod 3 of 0 => cases (n - 1) (acc + 1) | _ => cases (n - 1) acc)
fun ands n = n >= 0 andalso (n = 0 orelse ands (n - 1))
fun lets n = let val m = n - 1 in if m < 0 then "let" else let val k = m in lets k end end
fun even 0 = true | even n = odd (n - 1)
and odd 0 = false | odd n = even (n - 1)
fun handled n = if n = 0 then "handler" else ((raise Fail "x") handle Fail _ => handled (n - 1))
fun cps (0, k) = k 0 | cps (n, k) = cps (n - 1, fn r => k (r + 1))
val n = 10000
val () = print (Int.toString (ifs (n, 0)) ^ " " ^ Int.toString (cases n 0) ^ Bool.toString (ands n) ^ lets n ^ Bool.toString (odd n) ^ handled n ^ Int.toString (cps (n, fn r => r)) ^ "\n")
