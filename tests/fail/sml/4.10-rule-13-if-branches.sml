(* Rule 13, section 4.10 (if): the branches have different types. *)
val a = if 1 < 2 then 1 else "two" (* ERROR string *)
