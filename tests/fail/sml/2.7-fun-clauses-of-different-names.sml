(* Section 2.7, Appendix A: all clauses of a fun have the same name. *)
fun even 0 = true
  | evn n = false (* ERROR evn *)
