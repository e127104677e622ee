(* Appendix E.2: int and real do not mix; real converts. *)
val a = 1 + 2.5 (* ERROR real *)
