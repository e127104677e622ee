(* Section 6.7: recursion a million deep that is not in tail position. *)
(* skip: anf,cps,flow,stress because an interpreter takes a minute for it *)
fun count 0 = 0 | count n = 1 + count (n - 1)
fun build 0 = [] | build n = n :: build (n - 1)
fun sum [] = 0 | sum (x :: xs) = x mod 7 + sum xs
fun append ([], ys) = ys | append (x :: xs, ys) = x :: append (xs, ys)
fun even 0 = true | even n = not (odd (n - 1))
and odd 0 = false | odd n = not (even (n - 1))
datatype tree = Leaf | Node of tree * int
fun left 0 = Leaf | left n = Node (left (n - 1), n)
fun depth Leaf = 0 | depth (Node (t, _)) = depth t + 1
val million = 1000000
val l = build million
val () = print (Int.toString (count million) ^ " " ^ Int.toString (sum l) ^ " " ^ Int.toString (length (append (l, l))) ^ "\n")
val () = print (Bool.toString (even million) ^ " " ^ Int.toString (depth (left million)) ^ "\n")
val () = print (Int.toString (foldr (fn (x, n) => (x + n) mod 1000) 0 l) ^ " " ^ Int.toString (length (map (fn x => x + 1) l)) ^ "\n")
val () = print (Bool.toString (l = append (l, [])) ^ "\n")
