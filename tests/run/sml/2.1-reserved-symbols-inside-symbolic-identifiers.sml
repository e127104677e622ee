(* Section 2.1, 2.4: a symbol is reserved only when it stands alone. *)
infix 6 ==> |> ## -->> ::: =:= <|>
fun a ==> b = a + b
fun x |> f = f x
fun a ## b = a * b
fun a -->> b = a - b
fun a ::: b = a * 10 + b
fun a =:= b = a = b
fun a <|> b = (a, b)
val ||| = 3
val () = print (Int.toString ((1 ==> 2) ## 4 -->> 5 ::: 6) ^ "\n")
val () = print (3 |> Int.toString)
val () = print (if ||| =:= 3 then " yes\n" else " no\n")
