fun f (x, y) = if x and y then 1 else 2 (* ERROR conjunction is `andalso` *)
fun g (x, y) = (x > 1 and y > 2) (* ERROR conjunction is `andalso` *)
val a = 1 > 2 and 2 > 3
val b = 1 (* ERROR conjunction is `andalso` *)
fun h (x, y) = x and y
val c = 1 (* ERROR conjunction is `andalso` *)
