(* Appendix E.2 and section 3.4: a semicolon at the top ends the context of overloading. *)
fun add x y = x + y;
val a = add 1.5 2.5 (* ERROR real *)
