(* Rule 13, section 4.10 (andalso): an operand is no bool. *)
val a = true andalso 1 (* ERROR bool *)
