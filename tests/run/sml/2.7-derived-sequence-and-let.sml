(* Section 2.7: (e1; ...; en) and let ... in e1; ...; en end give the last value. *)
val x = (print "a"; print "b"; 3)
val y = let val a = 1 in print "c"; print "d\n"; a + x end
val () = print (Int.toString y ^ "\n")
val () = let in print "empty let\n" end
val u = let val a = 1; val b = 2;; fun f x = x + a + b; in f 10 end
val () = print (Int.toString u ^ "\n")
