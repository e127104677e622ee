(* Rules 104 to 106, section 6.7: handlers: the innermost that matches; others pass the exception on. *)
exception A and B of int
fun f x = (if x = 0 then raise A else if x < 0 then raise B x else x) handle B n => ~n
fun g x = f x handle A => 1000
val () = print (Int.toString (g 5 + g ~7 + g 0) ^ "\n")
val () = print (((raise A) handle B _ => "B") handle A => "outer A\n")
val () = print (((raise A) handle A => raise B 1) handle B n => "B" ^ Int.toString n ^ "\n")
(* The handler itself is not guarded by itself. *)
val () = print ((((raise A) handle A => raise A) handle A => "second\n"))
fun deep 0 = raise A | deep n = 1 + (deep (n - 1) handle B _ => 0)
val () = print (Int.toString (deep 100 handle A => 42) ^ "\n")
fun cleanup f = (f (); print "done ") handle e => (print "cleanup "; raise e)
val () = (cleanup (fn () => ()); cleanup (fn () => raise A)) handle A => print "A\n"
val x = (1 handle A => 2) + ((raise A) handle A => 3)
val () = print (Int.toString x ^ "\n")
