(* Section 8: a program may redefine what the basis offers; earlier code keeps the old meaning. *)
fun old l = map (fn x => x + 1) l
fun map f l = "my map"
val length = 5
structure List = struct val nil' = "my list" end
infix 6 @@
fun a @@ b = a * 100 + b
fun print' s = print ("<" ^ s ^ ">\n")
val print = print'
val () = print (map 1 2 ^ Int.toString (length @@ 3) ^ List.nil' ^ Int.toString (hd (old [1])))
val op + = fn (a, b) => a ^ b
val () = print ("x" + "y")
type int = string
val s : int = "a string"
val () = print s
