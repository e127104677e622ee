(* Rules 15 and 25, section 4.10: pattern and expression have different types. *)
val (a, b) = [1, 2] (* ERROR list *)
