fun g 2 = "second" | g 2 = "never"
val () = print (g 2 ^ "\n")
