open StringCvt
fun say l = print (String.concatWith " " l ^ "\n")
val () = say (map (fn n => "[" ^ padLeft #"*" n "abc" ^ "]") [~1, 0, 2, 3, 4, 8])
val () = say (map (fn n => "[" ^ padRight #"." n "abc" ^ "]") [~1, 0, 2, 3, 4, 8])
val () = say [padLeft #"0" 5 "", padRight #" " 3 "" ^ "|"]
val () = say (map (padLeft #" " 6 o Int.toString) [1, 22, 333, ~4444, 55555, 666666, 7777777])
