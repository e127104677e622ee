val () = print (Greet.text ^ "\n")
