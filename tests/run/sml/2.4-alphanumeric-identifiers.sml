(* Section 2.4: alphanumeric identifiers with primes, underscores and digits; case matters. *)
val a' = 1 val a'' = 2 val a'b = 3 val a_b = 4 val A = 5 val a1 = 6 val a__ = 7 val x'_1' = 8
val () = app (fn n => print (Int.toString n ^ " ")) [a', a'', a'b, a_b, A, a1, a__, x'_1']
val () = print "\n"
(* One name in several name spaces. *)
datatype x = x of int
structure x = struct val y = 7 type x = x end
signature x = sig val y : int end
structure y : x = x
val f = fn x n : x.x => n + y.y
val () = print (Int.toString (f (x x.y)) ^ "\n")
