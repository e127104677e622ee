(* Appendix E.2: div is for ints; / is for reals. *)
val a = 7.0 div 2.0 (* ERROR *)
