val () = print (Int.toString (List.length [1, 2]) ^ "\n")
