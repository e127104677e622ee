fun append [] ys = ys
  | append x::xs ys = x :: append xs ys (* ERROR needs parentheses: `(x::xs)` *)
fun first (SOME x) = x
