(* Section 2.7, Appendix A: all clauses of a fun have the same number of arguments. *)
fun f 0 = 1
  | f n m = 2 (* ERROR *)
