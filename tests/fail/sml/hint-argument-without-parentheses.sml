fun f (SOME x) = x
  | f NONE = 0
fun fact 0 = 1
  | fact n = n * fact (n - 1)
val a = f SOME 1 (* ERROR write `f (SOME 1)` *)
val () = print fact(5) (* ERROR write `print (Int.toString (fact 5))` *)
val () = print concat ["a"] (* ERROR write `print (concat ...)` *)
