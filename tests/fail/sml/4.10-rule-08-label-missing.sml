(* Rules 6 and 8, section 4.10: a label is missing. *)
fun area {width, height} = width * height
val a = area {width = 3} (* ERROR height *)
