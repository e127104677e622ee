(* Rule 4, section 4.10: let: declarations see earlier ones; the outer binding comes back after the end. *)
val x = 1
val y = let val x = x + 10 val x = x * 2 in x end
fun f x = let val y = x fun g x = x + y in g (g x) end
val z = let datatype t = T of int val T n = T 5 in n end
val w = let exception E in (raise E) handle E => 6 end
val v = let open List in length (rev [1, 2]) end
val u = let type t = int val n : t = 8 in n end
val t = let local val a = 1 in val b = a + 1 end in b * 10 end
val s = let abstype a = A of int with val n = A 4 fun get (A n) = n end in get n end
val r = let infix 5 plus fun a plus b = a + b in 1 plus 2 end
val () = app (fn n => print (Int.toString n ^ " ")) [x, y, f 3, z, w, v, u, t, s, r]
val () = print "\n"
