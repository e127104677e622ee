(* Rules 6 and 8, section 4.10: a label too many. *)
fun area {width, height} = width * height
val a = area {width = 3, height = 4, depth = 5} (* ERROR depth *)
