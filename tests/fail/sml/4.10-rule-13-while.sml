(* Rule 13, section 4.10 (while): the condition is no bool. *)
val r = ref 3
val () = while r do r := !r - 1 (* ERROR bool *)
