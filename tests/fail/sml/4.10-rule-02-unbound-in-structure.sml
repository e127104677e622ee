(* Rule 2, section 4.10: the structure has no such value. *)
val a = List.lenght [1] (* ERROR lenght *)
