(* Rule 19, section 4.10: abstype hides its constructors after with ... end. *)
abstype counter = C of int
with
  val zero = C 0
  fun inc (C n) = C (n + 1)
  fun get (C n) = n
end
val () = print (Int.toString (get (inc (inc zero))) ^ "\n")
abstype 'a stack = S of 'a list and 'a queue = Q of 'a list * 'a list
with
  exception Empty
  val empty = S []
  fun push (x, S l) = S (x :: l)
  fun pop (S (x :: l)) = (x, S l) | pop (S []) = raise Empty
  fun toQueue (S l) = Q (l, [])
  fun put (x, Q (f, b)) = Q (f, x :: b)
  fun all (Q (f, b)) = f @ rev b
end
val s = push (3, push (2, push (1, empty)))
val (top, s') = pop s
val () = print (Int.toString top ^ ":" ^ concat (map Int.toString (all (put (9, toQueue s')))) ^ "\n")
val () = (pop (empty : int stack); print "no\n") handle Empty => print "empty\n"
(* The name of a hidden constructor is free for others. *)
fun C x = x * 2
val () = print (Int.toString (C 21) ^ "\n")
