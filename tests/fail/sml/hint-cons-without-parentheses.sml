fun sum x::xs = x + sum xs (* ERROR `(x::xs)` *)
  | sum [] = 0
fun second x :: y :: rest = y (* ERROR `(x :: y :: rest)` *)
infix ++
fun x ++ y z = x (* ERROR `fun (x ++ y) z = ...` *)
