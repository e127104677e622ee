(* Section 2.2: real constants: fraction, exponent with e or E, both, negative with ~. *)
fun p r = print (Real.toString r ^ " ")
val () = (p 0.0; p 0.7; p 3.32E5; p 3E~7; p 1E2; p 1e2; p 12.5e~1; p ~2.5; p ~2.5E3; p 007.250; print "\n")
val () = (p (3E2 - 1.0); p (~ 4.5); p (1.0E1 * 2.0); print "\n")
