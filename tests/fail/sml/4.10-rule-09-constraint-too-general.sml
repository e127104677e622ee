(* Rule 9, section 4.10: the expression is less general than its constraint. *)
val f = (fn x => x + 1) : 'a -> 'a (* ERROR 'a *)
