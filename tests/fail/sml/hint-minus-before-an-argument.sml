fun f x = x + 1
val y = f -2 (* ERROR `f ~2` *)
fun g n = f -n (* ERROR `f (~n)` *)
val z = f - 2 (* ERROR not applied *)
