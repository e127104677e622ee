(* Section 2.6: an infix operator without its right operand. *)
val a = (1 +) (* ERROR *)
