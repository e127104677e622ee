(* Rule 10, section 4.10: the handler gives another type than the expression. *)
val a = hd [1] handle Empty => "empty" (* ERROR string *)
