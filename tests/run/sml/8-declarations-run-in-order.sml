(* Section 8: top-level declarations run in order, each seeing those before it; output appears in order. *)
print "one\n";
val x = (print "two\n"; 2);
structure S = struct val () = print "three\n" val y = x + 1 end;
val () = print (Int.toString S.y ^ "\n")
fun f () = print "later\n"
val () = print "four\n";
f ();
signature T = sig end;
functor F () = struct val () = print "applied\n" end;
structure A = F ();
