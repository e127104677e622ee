(* Section 4.9: a tree of integers is no tree of strings. *)
datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
val t = Node (Node (Leaf, 1, Leaf), "two", Leaf) (* ERROR string *)
