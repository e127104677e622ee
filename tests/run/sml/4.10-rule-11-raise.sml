(* Rule 11, section 4.10: raise has any type; its argument is any expression of type exn. *)
exception E of int
fun any e = raise e
val a : int = any (E 1) handle E n => n
val b : string = any (E 2) handle E n => Int.toString n
val c = (if true then raise (if a = 1 then E 3 else E 4) else "s") handle E n => Int.toString n
val d = let val e = E 5 in (raise e) + 1 handle E n => n end
val f = (1, raise E 6, 2) handle E n => (n, n, n)
val g = (raise (raise E 7)) handle E n => n
val () = print (Int.toString (a + d + #1 f + g) ^ b ^ c ^ "\n")
