val () = print (Int.toString (1 +++ 2 +++ 3) ^ "\n")
