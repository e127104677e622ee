val _ = greeting
fun first (SOME x) = x
