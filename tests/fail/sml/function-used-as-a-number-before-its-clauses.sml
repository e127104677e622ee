(* `total` is a function, whatever comes first. *)
fun sum n = if n = 0 then n else total (* ERROR type *)
and total f = sum f + f

fun g n = n + later (* ERROR type *)
and later f = f + 1
