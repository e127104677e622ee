(* Basis, structure IntInf: numbers without bounds. *)
open IntInf
fun fact 0 = 1 : int | fact n = n * fact (n - 1)
val () = print (toString (fact 30) ^ "\n")
val big = pow (2, 100)
val () = print (toString big ^ " " ^ toString (big div 12345) ^ " " ^ toString (big mod 12345) ^ " " ^ toString (~big div 7) ^ " " ^ toString (~big mod 7) ^ "\n")
val () = print (toString (quot (~big, 7)) ^ " " ^ toString (rem (~big, 7)) ^ " " ^ toString (fact 20 div fact 18) ^ "\n")
fun ord LESS = "L" | ord EQUAL = "E" | ord GREATER = "G"
val () = print (ord (compare (big, big + 1)) ^ Bool.toString (big < big * 2) ^ Bool.toString (big = pow (4, 50)) ^ Int.toString (sign (~big)) ^ Int.toString (toInt 1000) ^ "\n")
val () = print (toString (valOf (fromString "123456789012345678901234567890")) ^ " " ^ toString (fact 10 mod 11) ^ "\n")
val () = print ((Int.toString (toInt big)) handle Overflow => "Overflow\n")
