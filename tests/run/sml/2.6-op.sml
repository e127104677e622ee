(* Section 2.6: op takes away the infix status of one occurrence; it is harmless elsewhere. *)
val add = op + : int * int -> int
val () = print (Int.toString (foldl op+ 0 [1, 2, 3]) ^ " " ^ Int.toString (foldl (op * ) 1 [2, 3, 4]) ^ "\n")
val () = print (Int.toString (add (1, 2)) ^ " " ^ (op ^) ("a", "b") ^ "\n")
val op plus = fn (a, b) => a + b
fun op minus (a, b) = a - b
val () = print (Int.toString (op plus (1, 2) + op minus (5, 1)) ^ "\n")
datatype t = op T of int | op U
fun f (op T n) = n | f op U = 0
val () = print (Int.toString (f (op T 4) + f op U) ^ "\n")
exception op E
val () = (raise op E) handle op E => print "E\n"
val l = map op:: [(1, [2]), (3, [])]
val () = print (Int.toString (length l) ^ "\n")
val b = op= (1, 1) andalso not (op<> (1, 1)) andalso op< (1, 2)
val () = print (Bool.toString b ^ "\n")
