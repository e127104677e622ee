(* Section 2.8: the parser goes on after an error: both are reported. *)
val a = if true then 1
val b = 2 (* ERROR else *)
fun f x => x (* ERROR = *)
val c = 3
