f x = x + 1; (* ERROR a function is declared with `fun` *)
val z = 3
g (x, y) = x + y (* ERROR a function is declared with `fun` *)
val w = 4
v = 5 (* ERROR a value is declared with `val` *)
