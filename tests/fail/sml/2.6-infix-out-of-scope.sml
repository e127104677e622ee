(* Section 2.6: a fixity directive in let does not reach beyond it. *)
fun plus (a, b) = a + b
val a = let infix 6 plus in 1 plus 2 end
val b = 1 plus 2 (* ERROR *)
