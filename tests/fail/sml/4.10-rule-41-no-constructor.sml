(* Rule 41, section 4.10: what is applied in a pattern is no constructor. *)
fun twice x = x + x
fun f (twice x) = x (* ERROR twice *)
