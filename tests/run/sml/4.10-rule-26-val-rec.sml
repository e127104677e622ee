(* Rule 26, section 4.10: val rec, also after and, also several fn's, with type constraints. *)
val rec fact = fn 0 => 1 | n => n * fact (n - 1)
val rec even : int -> bool = fn 0 => true | n => odd (n - 1)
and odd : int -> bool = fn 0 => false | n => even (n - 1)
val x = 5 and rec f = fn 0 => 0 | n => 1 + f (n - 1)
val rec g = (fn 0 => [] | n => n :: g (n - 1)) : int -> int list
val rec h : int -> int = fn x => if x > 100 then x else h (x * 2)
val () = app (fn n => print (Int.toString n ^ " ")) [fact 10, f 7, length (g 4), h 3, x]
val () = print (Bool.toString (even 9) ^ "\n")
(* rec makes a constructor's name a variable again. *)
datatype t = K
val rec K = fn x => x + 1
val () = print (Int.toString (K 1) ^ "\n")
