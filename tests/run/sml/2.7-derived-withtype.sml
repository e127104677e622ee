(* Section 2.7, Appendix A: withtype abbreviations see the datatypes and the datatypes see them. *)
datatype tree = Leaf of int | Node of forest
withtype forest = tree list
fun sum (Leaf n) = n | sum (Node f) = total f
and total (f : forest) = foldl (fn (t, n) => sum t + n) 0 f
val () = print (Int.toString (sum (Node [Leaf 1, Node [Leaf 2, Leaf 3], Node []])) ^ "\n")
datatype 'a exp = Con of 'a | App of 'a pair | Fun of 'a env -> 'a exp
and 'a value = V of 'a exp * 'a env
withtype 'a pair = 'a exp * 'a exp
and 'a env = (string * 'a) list
fun eval env (Con x) = x
  | eval env (App (a, b) : int exp) = eval env a + eval env b
  | eval env (Fun f) = eval env (f env)
val () = print (Int.toString (eval [("x", 5)] (App (Con 1, Fun (fn e => Con (#2 (hd e)))))) ^ "\n")
abstype t = T of u withtype u = int * int with
  fun make x = T (x, x + 1)
  fun get (T (a, b) : t) = a * b
end
val w : u = (1, 2)
val () = print (Int.toString (get (make 4) + #1 w) ^ "\n")
