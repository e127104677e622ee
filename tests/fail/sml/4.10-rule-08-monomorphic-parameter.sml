(* Rules 8 and 14, section 4.10: a parameter has one type in the body. *)
fun both f = (f 1, f "one") (* ERROR *)
