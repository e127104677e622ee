(* Section 4.10, 5.2: two datatypes of the same name are different; the message tells them apart. *)
datatype t = A
val x = A
datatype t = B
fun f (y : t) = y
val z = f x (* ERROR t *)
