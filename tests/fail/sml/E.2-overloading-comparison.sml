(* Appendix E.2: < compares numbers, characters and strings only. *)
val a = (1, 2) < (3, 4) (* ERROR *)
