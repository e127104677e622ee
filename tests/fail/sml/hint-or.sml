val a = 1 > 2 or 2 > 3 (* ERROR disjunction is `orelse` *)
fun f (x, y) = if x or y then 1 else 2 (* ERROR disjunction is `orelse` *)
val b = 1 > 2 && 2 > 3 (* ERROR conjunction is `andalso` *)
