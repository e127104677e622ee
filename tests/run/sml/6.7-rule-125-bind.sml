(* Rules 124 and 125, section 6.7: val raises Bind when its pattern does not fit, after its expression. *)
fun try f = f () handle Bind => print " Bind\n"
val () = try (fn () => let val (x :: _) = (print "evaluated" ; [] : int list) in print (Int.toString x) end)
val () = try (fn () => let val (1, y) = (2, "y") in print y end)
val () = try (fn () => let val true = false in () end)
val () = try (fn () => let val SOME (x, "k") = SOME (1, "k") in print (Int.toString x ^ " fits\n") end)
val () = try (fn () => let val a as [b, _] = [1, 2, 3] in print (Int.toString b) end)
