(* Rule 13, section 4.10 (if): the condition is no bool. *)
val a = if 1 then 2 else 3 (* ERROR bool *)
