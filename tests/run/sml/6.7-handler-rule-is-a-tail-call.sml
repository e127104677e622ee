(* Rule 105, section 6.7: the right-hand side of a handler's rule is a tail call. *)
exception Next of int
fun loop n = if n = 0 then "end" else ((raise Next (n - 1)) handle Next m => loop m)
val () = print (loop 1000000 ^ "\n")
