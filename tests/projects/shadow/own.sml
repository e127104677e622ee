val () = print (List.name ^ "\n")
