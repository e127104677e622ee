val total = Count.of_list Start.numbers
val () = print (Int.toString total ^ "\n")
