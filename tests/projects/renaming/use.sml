structure R = G (Swapped)
structure T : TEXT = One
val () = print (R.text ^ " " ^ T.text ^ " " ^ Other.text ^ " " ^ Long.toString 7 ^ "\n")
