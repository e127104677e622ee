(* Rule 8, section 4.10: a value of another type is assigned. *)
val r = ref 1
val () = r := "one" (* ERROR string *)
