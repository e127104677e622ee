structure R = G (Swapped)
structure T : HAS_TEXT = One
val () = print (R.text ^ " " ^ T.text ^ " " ^ Other.text ^ " " ^ Long.toString 7 ^ "\n")
