(* Rules 50 and 51, section 5.7: structures as bodies and as long names; effects happen once. *)
structure A = struct val () = print "A made\n" val x = ref 0 end
structure B = A
structure C = struct structure D = B structure E = D end
val () = B.x := 5
val () = C.E.x := !C.D.x + 1
val () = print (Int.toString (!A.x) ^ "\n")
