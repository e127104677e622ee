(* Appendix E.2, 2.2: negative numbers are written with ~. *)
val a = -5 (* ERROR *)
