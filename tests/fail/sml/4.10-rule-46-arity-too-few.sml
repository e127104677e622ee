(* Rule 46, section 4.10: a type constructor without its argument. *)
val a : list = [1] (* ERROR list *)
