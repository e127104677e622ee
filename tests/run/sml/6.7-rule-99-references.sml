(* Rules 99 and 100, section 6.7: ref, !, :=, patterns with ref, references in data. *)
val r = ref 1
val s = ref r
val () = !s := 5
val () = print (Int.toString (!r) ^ "\n")
fun inc (c as ref n) = c := n + 1
val () = (inc r; inc r; inc (!s))
val ref n = r
val () = print (Int.toString n ^ "\n")
datatype 'a node = Nil | Node of {value : 'a, next : 'a node ref}
fun make v = Node {value = v, next = ref Nil}
fun link (Node {next, ...}, n) = next := n | link _ = ()
val a = make 1 val b = make 2 val c = make 3
val () = (link (a, b); link (b, c); link (c, a))
fun walk (_, 0) = [] | walk (Nil, _) = [] | walk (Node {value, next}, k) = value :: walk (!next, k - 1)
val () = print (concat (map Int.toString (walk (a, 7))) ^ "\n")
val fr = ref (fn x => x + 1)
val () = fr := ((fn x => x * 10) o !fr)
val () = print (Int.toString (!fr 4) ^ "\n")
val units = ref ()
val () = units := ()
val pair = ref (1, "a")
val () = pair := (2, "b")
val () = print (#2 (!pair) ^ "\n")
val rr = ref 1.5
val () = rr := !rr * 2.0
val () = print (Real.toString (!rr) ^ "\n")
