(* Rule 8, section 4.10: the argument has another type than the function takes. *)
fun double n = n * 2
val a = double "two" (* ERROR string *)
