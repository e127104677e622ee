(* General: composition, references, names of exceptions. *)
val add = fn x => x + 1
val twice = fn x => x * 2
val () = print (Int.toString ((add o twice) 5) ^ " " ^ Int.toString (General.o (twice, add) 5) ^ "\n")
val r = ref 1
val () = r := 7
val () = print (Int.toString (!r) ^ " " ^ Int.toString (General.! r) ^ "\n")
val n = 3 before r := 9
val () = print (Int.toString n ^ Int.toString (!r) ^ "\n")
val () = ignore (n + 1)
val () = General.ignore "x"
exception Mine of int
val () = app (fn e => print (exnName e ^ "\n"))
  [Bind, Match, Chr, Div, Domain, Fail "f", Overflow, Size, Span, Subscript, Mine 3, Empty, Option]
val () = print (exnMessage (Fail "why") ^ "\n")
fun show LESS = "LESS" | show EQUAL = "EQUAL" | show General.GREATER = "GREATER"
val () = print (show (Int.compare (1, 2)) ^ show (Int.compare (2, 2)) ^ show (Int.compare (3, 2)) ^ "\n")
val u : General.unit = ()
val e : General.exn = Div
val () = (raise e) handle General.Div => print "caught\n"
