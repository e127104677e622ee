(* Section 2.7: fun with several clauses, several curried arguments, result types; first match wins. *)
fun ack 0 n = n + 1
  | ack m 0 = ack (m - 1) 1
  | ack m n = ack (m - 1) (ack m (n - 1))
fun f (0, _) "x" = 1 | f (_, 0) _ = 2 | f _ "y" = 3 | f _ _ = 4
fun typed (x : int) : string = Int.toString x
fun curried a b c d : int = a + 2 * b + 3 * c + 4 * d
val () = print (Int.toString (ack 2 3) ^ "\n")
val () = app (fn (p, s) => print (Int.toString (f p s) ^ " ")) [((0, 0), "x"), ((0, 0), "y"), ((1, 1), "y"), ((1, 1), "z")]
val () = print ("\n" ^ typed (curried 1 2 3 4) ^ "\n")
fun even 0 = true | even n = odd (n - 1)
and odd 0 = false | odd n = even (n - 1)
val () = print (Bool.toString (even 10) ^ Bool.toString (odd 10) ^ "\n")
