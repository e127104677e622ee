(* Section 4.9, rule 17, 28, 29: mutually recursive datatypes with parameters. *)
datatype 'a tree = Empty | Node of 'a * 'a forest
and 'a forest = Nil | Cons of 'a tree * 'a forest
fun size Empty = 0 | size (Node (_, f)) = 1 + sizes f
and sizes Nil = 0 | sizes (Cons (t, f)) = size t + sizes f
fun map f Empty = Empty | map f (Node (x, ts)) = Node (f x, maps f ts)
and maps f Nil = Nil | maps f (Cons (t, ts)) = Cons (map f t, maps f ts)
fun sum Empty = 0 | sum (Node (x, f)) = x + sums f
and sums Nil = 0 | sums (Cons (t, f)) = sum t + sums f
val t = Node (1, Cons (Node (2, Nil), Cons (Empty, Cons (Node (3, Cons (Node (4, Nil), Nil)), Nil))))
val () = print (Int.toString (size t) ^ " " ^ Int.toString (sum (map (fn x => x * 10) t)) ^ "\n")
val () = print (Bool.toString (map (fn x => x) t = t) ^ "\n")
