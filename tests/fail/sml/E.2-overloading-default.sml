(* Appendix E.2: without other information + is for int. *)
fun add x y = x + y
val a = add 1.5 2.5 (* ERROR real *)
