fun first (SOME x) = x
fun second (_, SOME x) = x
