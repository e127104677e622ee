(* Rule 26, section 4.10: a recursive call at another type. *)
fun f n = if n = 0 then 0 else f "x" (* ERROR *)
