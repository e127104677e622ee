(* Rule 9, section 4.10: the expression has another type than is written. *)
val a = (3 : string) (* ERROR string *)
