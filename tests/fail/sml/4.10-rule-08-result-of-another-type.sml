(* Rule 8, section 4.10: the result is used at another type. *)
val a = "length " ^ length [1, 2] (* ERROR string *)
