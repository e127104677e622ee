val () = print (Int.toString 3)
