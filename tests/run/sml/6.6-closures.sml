(* Section 6.6: closures keep the environment of their declaration; references are shared. *)
fun adder n = fn m => n + m
val add5 = adder 5 and add7 = adder 7
fun counter () = let val n = ref 0 in (fn () => (n := !n + 1; !n), fn () => n := 0) end
val (next, reset) = counter ()
val (next2, _) = counter ()
val a = next () val b = next () val c = next2 () val () = reset () val d = next ()
val () = print (concat (map Int.toString [add5 1, add7 1, a, b, c, d]) ^ "\n")
val fs = List.tabulate (5, fn i => fn x => x * 10 + i)
val () = print (concat (map (fn f => Int.toString (f 3) ^ " ") fs) ^ "\n")
val x = 1
fun f () = x
val x = 2
val () = print (Int.toString (f ()) ^ Int.toString x ^ "\n")
fun compose fs = foldr (fn (f, g) => f o g) (fn x => x) fs
val () = print (Int.toString (compose [fn x => x + 1, fn x => x * 2, fn x => x - 3] 10) ^ "\n")
fun many (a, b, c, d, e) = fn f => fn g => fn h => a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8
val m = many (1, 2, 3, 4, 5)
val m1 = m 6 val m2 = m 7
val () = print (Int.toString (m1 1 1 + m2 2 2) ^ "\n")
