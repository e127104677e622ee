(* Rule 126, section 6.7: a recursive function calls itself, not an earlier one of its name. *)
fun f n = n * 100
fun f 0 = 0 | f n = 1 + f (n - 1)
val f' = f
val rec g = fn 0 => "end" | n => g (n - 1)
val f = fn n => f n + 1000
val () = print (Int.toString (f 3) ^ Int.toString (f' 3) ^ g 9 ^ "\n")
