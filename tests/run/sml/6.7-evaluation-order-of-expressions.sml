(* Rules 92, 95 and 97 to 103, section 6.7: from left to right: operator, operand, components as written. *)
fun t s x = (print s; x)
val _ = (t "a" 1, t "b" 2, t "c" 3)
val _ = {z = t "d" 1, a = t "e" 2, m = t "f" 3}
val _ = [t "g" 1, t "h" 2, t "i" 3]
val _ = t "j" 1 + t "k" 2 * t "l" 3
val _ = (t "m" (fn x => x)) (t "n" 4)
val _ = (t "o" (fn a => t "q" (fn b => a + b))) (t "p" 1) (t "r" 2)
val _ = t "s" 1 :: t "t" [2]
val _ = (print "u"; t "v" 1; print "w")
val _ = t "x" (ref 1) := t "y" 2
val _ = if t "1" true then t "2" 0 else t "3" 1
val _ = case t "4" 5 of 5 => t "5" 0 | _ => t "6" 1
val _ = let val a = t "7" 1 val b = t "8" 2 in t "9" (a + b) end
val x = t "A" 1 and y = t "B" 2
val () = print "\n"
val _ = (t "a" (); raise Fail (t "b" "x"); t "c" ()) handle Fail s => t "d" ()
val _ = (t "e" (fn _ => 0)) (t "f" 1 div t "g" 0) handle Div => t "h" 2
val () = print "\n"
val _ = SOME (t "a" 1)
val _ = foldl (fn (x, ()) => t x ()) () ["b", "c", "d"]
val _ = app print (map (fn s => t s (s ^ "'")) ["e", "f"])
val () = print "\n"
