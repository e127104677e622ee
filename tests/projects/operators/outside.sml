val +++ = 5
val () = print (Int.toString +++ ^ "\n")
