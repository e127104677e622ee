(* Appendix E.2: / is for reals; div is for ints. *)
val a = 7 / 2 (* ERROR div *)
