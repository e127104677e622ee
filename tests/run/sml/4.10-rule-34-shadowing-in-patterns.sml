(* Rules 34 and 35, section 4.10: in patterns a name is a variable unless it is a constructor now. *)
datatype color = Red | Green
fun f Red = "red" | f Green = "green"
val g = fn Read => "variable"          (* a misspelt constructor is a variable *)
val () = print (f Red ^ f Green ^ g Red ^ g Green ^ "\n")
fun h nil = "empty" | h (x :: _) = x
val () = print (h [] ^ h ["full"] ^ "\n")
val n = 5
fun k n = n + 1                        (* not compared with the outer n *)
val () = print (Int.toString (k 10) ^ "\n")
exception E
fun m E = "E" | m e = exnName e
val () = print (m E ^ m Div ^ "\n")
