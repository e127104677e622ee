fun g y = let f x = x + 1 in f y end (* ERROR a function is declared with `fun f ... = ...` *)
fun h y = let z = 3 in y + z end (* ERROR a value is declared with `val z = ...` *)
