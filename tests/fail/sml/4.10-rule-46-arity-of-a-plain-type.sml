(* Rule 46, section 4.10: int takes no argument. *)
val a : string int = 3 (* ERROR int *)
