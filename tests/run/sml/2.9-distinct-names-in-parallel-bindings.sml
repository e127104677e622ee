(* Section 2.9: and-bindings are parallel; names in nested scopes may repeat. *)
val x = 1 and y = 2
val x = y and y = x
val () = print (Int.toString x ^ Int.toString y ^ "\n")
type a = int and b = string
type a = b and b = a
val p : a = "swapped" val q : b = 3
val () = print (p ^ Int.toString q ^ "\n")
exception E and F of int
val f = fn (x, y) => let val (x, y) = (y, x) in x * 10 + y end
val () = print (Int.toString (f (1, 2)) ^ "\n")
val rec even = fn 0 => true | n => odd (n - 1)
and odd = fn 0 => false | n => even (n - 1)
val () = print (Bool.toString (even 7) ^ "\n")
