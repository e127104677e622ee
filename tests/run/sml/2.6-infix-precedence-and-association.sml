(* Section 2.6: precedence 0 to 9, association to the left and to the right. *)
infix 6 plus
infixr 5 cat
infix 7 times
infixr 8 pow
infix 0 lowest
infix 9 highest
infix none
fun show (a, b) s = "(" ^ a ^ s ^ b ^ ")"
fun a plus b = show (a, b) "+"
fun a times b = show (a, b) "*"
fun a pow b = show (a, b) "^"
fun a cat b = show (a, b) "@"
fun a lowest b = show (a, b) "_"
fun a highest b = show (a, b) "#"
fun a none b = show (a, b) "0"
fun p s = print (s ^ "\n")
val () = p ("a" plus "b" plus "c")
val () = p ("a" pow "b" pow "c")
val () = p ("a" plus "b" times "c" pow "d" highest "e" cat "f" lowest "g")
val () = p ("a" lowest "b" cat "c" plus "d" plus "e" times "f")
val () = p ("a" none "b" lowest "c" none "d")
val () = p ("a" cat "b" cat "c" plus "d" cat "e")
