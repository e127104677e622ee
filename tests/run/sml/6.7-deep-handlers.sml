(* Section 6.7: handlers nested as deep as the recursion, left by one exception. *)
exception Up of int
fun dive 0 = raise Up 0
  | dive n = dive (n - 1) handle Up k => raise Up (k + 1)
val () = print (Int.toString (dive 20000 handle Up k => k) ^ "\n")
fun unwind 0 = raise Fail "x" | unwind n = 1 + unwind (n - 1)
val () = print ((Int.toString (unwind 20000)) handle Fail s => s ^ "\n")
