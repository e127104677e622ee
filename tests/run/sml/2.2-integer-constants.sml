(* Section 2.2: integer constants, decimal and hexadecimal, negative with ~, leading zeros. *)
fun p n = print (Int.toString n ^ " ")
val () = (p 0; p 7; p 42; p 007; p ~0; p ~1; p 536870911; p ~536870912; print "\n")
val () = (p 0x0; p 0xff; p 0xFF; p 0xdeaDBe; p ~0x10; p 0x00ff; p 0x1FFFFFFF; print "\n")
(* A minus sign is not part of a constant. *)
val () = (p (3-1); p (3 - 1); p (~3-1); p (~ 5); p (3- ~1); print "\n")
(* In patterns. *)
fun kind 0 = "zero" | kind ~1 = "minus one" | kind 0xA = "ten" | kind _ = "other"
val () = app (fn n => print (kind n ^ ";")) [0, ~1, 10, 11]
val () = print "\n"
