(* Section 4.10: errors in several declarations are all reported, and no others follow from them. *)
val a = 1 + "x" (* ERROR *)
val b = if a then 1 else 2 (* ERROR bool *)
fun f x = y (* ERROR y *)
val c = f 1
val d = [f 2, "s"]
val e = not 3 (* ERROR *)
