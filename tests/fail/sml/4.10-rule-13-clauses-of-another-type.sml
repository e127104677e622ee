(* Rules 13 and 14, section 4.10: clauses give different types. *)
fun f 0 = "zero"
  | f n = n (* ERROR *)
