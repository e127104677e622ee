(* Appendix D: string functions of the top level. *)
val () = print (Int.toString (size "hello") ^ concat ["a", "", "bc"] ^ implode [#"x", #"y"] ^ Int.toString (length (explode "four")) ^ substring ("substring", 3, 4) ^ "\n")
val () = print (substring ("abc", 0, 0) ^ substring ("abc", 3, 0) ^ substring ("abc", 0, 3) ^ "\n")
val () = print ("a" ^ "b" ^ "" ^ "c" ^ "\n")
val () = app (fn b => print (if b then "t" else "f")) ["abc" < "abd", "abc" < "ab", "" < "a", "b" > "abc", "a" <= "a", "a" >= "b"]
val () = print "\n"
fun rep (s, 0) = "" | rep (s, n) = s ^ rep (s, n - 1)
val () = print (rep ("ab", 5) ^ "\n")
