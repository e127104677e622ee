(* Extension: patterns (p | q) that bind the same variables. *)
datatype day = Mon | Tue | Sat of int | Sun of int
fun weekend (Sat n | Sun n) = n | weekend (Mon | Tue) = 0
fun digit (#"0" | #"1" | #"2") = true | digit _ = false
val () = print (Int.toString (weekend Mon + weekend (Sat 1) + weekend (Sun 2)) ^ Bool.toString (digit #"1") ^ Bool.toString (digit #"9") ^ "\n")
