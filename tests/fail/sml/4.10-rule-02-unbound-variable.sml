(* Rule 2, section 4.10: unbound variables; both are reported, and a similar name is suggested. *)
val length' = 3
val a = lenght' + 1 (* ERROR lenght' *)
val b = undefined a (* ERROR undefined *)
