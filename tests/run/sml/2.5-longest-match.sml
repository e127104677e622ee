(* Section 2.5: the longest next token is taken. *)
val x = 5
val a = x-1           (* three tokens: x, -, 1 *)
val b = ~x + ~1       (* ~ and x; the constant ~1 *)
val r = ref 3
val () = r := ! r + 1 (* with blanks: := and ! are two tokens *)
val l = 1::2::[]
val m = [~1,~2]
val t = #2(1,2)
val c = #"c" val d = # a {a = 1}
infix :=!
fun p :=! q = p := !q
val s = ref 0
val () = s:=!r        (* without: one token, our own operator *)
val () = app (fn n => print (Int.toString n ^ " ")) [a, b, !r, hd l, hd m, t, ord c, d, !s]
val () = print "\n"
val e = fn x=>x
val () = print (e"string directly after an identifier\n")
val n = if true then 1else 2
val () = print (Int.toString n ^ "\n")
