(* Section 2.6: operators of equal precedence that associate to the left and to the right do not mix. *)
infix 5 <+
infixr 5 +>
fun a <+ b = a - b
fun a +> b = a - b
val a = 1 <+ 2 +> 3 (* ERROR *)
