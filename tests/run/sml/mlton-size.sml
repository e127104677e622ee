(* MLton.size counts what can be reached, once; how many bytes depends on the representation. *)
fun say (what, b) = print (what ^ ": " ^ Bool.toString b ^ "\n")
fun upto n = List.tabulate (n, fn i => i)

datatype tree = Leaf | Node of tree * int * tree
datatype cell = Cell of cell option ref

val ten = upto 10
val thousand = upto 1000
val () = say ("numbers take nothing", MLton.size 5 = 0 andalso MLton.size 1.5 = 0)
val () = say ("nor do enumerations", MLton.size true = 0 andalso MLton.size Leaf = 0)
val () = say ("nor the empty list", MLton.size ([] : int list) = 0)
val () = say ("more elements, more bytes", MLton.size ten < MLton.size thousand)
val () = say ("a hundred times as many", MLton.size thousand = 100 * MLton.size ten)

(* What is shared counts once. *)
val pair = (thousand, thousand)
val () = say ("sharing", MLton.size pair < 2 * MLton.size thousand)
val () = say ("the pair itself", MLton.size pair > MLton.size thousand)

(* A cycle ends. *)
val knot = ref NONE
val () = knot := SOME (Cell knot)
val () = say ("a cycle", MLton.size knot > 0)

(* A tree that leans to either side takes the same. *)
fun left 0 = Leaf | left n = Node (left (n - 1), n, Leaf)
fun right (0, t) = t | right (n, t) = right (n - 1, Node (Leaf, n, t))
val depth = 3000
val () = say ("deep", MLton.size (left depth) = MLton.size (right (depth, Leaf)))
val () = say ("deeper", MLton.size (upto depth) > MLton.size thousand)

(* Arrays, strings, big integers and what functions hold. *)
val () = say ("arrays", MLton.size (Array.array (1000, 0)) > MLton.size (Array.array (10, 0)))
val text = CharVector.tabulate (1000, fn _ => #"x")
val () = say ("strings", MLton.size text > 1000 andalso MLton.size text < 1100)
val () = say ("big integers", MLton.size (IntInf.pow (2, 1000)) > 125)
val () = say ("arrays of lists", MLton.size (Array.array (3, thousand)) > MLton.size thousand)
val () = say ("all", MLton.sizeAll () >= 0)
val () = print (Int.toString (length thousand + length ten) ^ "\n")
