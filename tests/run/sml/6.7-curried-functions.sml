(* Section 6.7: curried functions, partial application, over-application, functions in data. *)
fun add3 a b c = a + b + c
val a1 = add3 1
val a12 = a1 2
fun pick true = (fn x => fn y => x) | pick false = (fn x => fn y => y)
fun apply f = f
fun twice f x = f (f x)
val ops = [("+", fn a => fn b => a + b), ("-", fn a => fn b => a - b), ("*", fn a => fn b => a * b)]
val () = print (concat (map (fn n => Int.toString n ^ " ") [a12 3, a1 10 20, pick true 1 2, pick false 1 2, apply add3 1 2 3, twice (add3 1 1) 0]) ^ "\n")
val () = app (fn (n, f) => print (n ^ Int.toString (f 7 3) ^ " ")) ops
val () = print "\n"
fun effects a = (print "1"; fn b => (print "2"; fn c => (print "3\n"; a + b + c)))
val e = effects 1
val e2 = e 2
val () = print (Int.toString (e2 3 + e2 4) ^ "\n")
fun sum f a b = if a > b then 0 else f a + sum f (a + 1) b
val () = print (Int.toString (sum (fn x => x * x) 1 10) ^ "\n")
