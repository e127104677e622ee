fun f 1 = "first"
val () = print (f 1 ^ "\n")
